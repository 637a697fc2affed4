// Names for the payloads that screens pass around, taken from the generated schema by path, so
// that they hold whatever the schema calls its components.
import type { paths } from './generated/schema';

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type DataOf<Operation> = Operation extends { responses: { 200: infer Ok } }
  ? JsonOf<Ok> extends { data: infer Data }
    ? Data
    : never
  : never;
type BodyOf<Operation> = Operation extends { requestBody: infer Body } ? JsonOf<Body> : never;

/** What begins a session: who, and whether all screens are locked. */
export type Session = DataOf<paths['/api/auth/check-status']['get']>;
export type UserInfo = Session['user_info'];
export type Settings = DataOf<paths['/api/user/settings']['get']>;
export type SettingsChange = BodyOf<paths['/api/user/settings']['put']>;
export type ProfileChange = BodyOf<paths['/api/user/profile']['patch']>;
export type SetupBody = BodyOf<paths['/api/setup/save']['post']>;
export type SetupPreview = DataOf<paths['/api/setup/preview']['post']>;
export type SetupResult = DataOf<paths['/api/setup/save']['post']>;
export type ClientUpdate = DataOf<paths['/api/admin/version']['get']>;
export type ClientUpdateWish = BodyOf<paths['/api/admin/version']['put']>;
export type SystemVersion = DataOf<paths['/api/system/version']['get']>;
export type CountdownList = DataOf<paths['/api/countdown']['get']>;
export type Countdown = CountdownList['countdowns'][number];
export type NewCountdown = BodyOf<paths['/api/countdown']['post']>;
export type CountdownChange = BodyOf<paths['/api/countdown/{id}']['patch']>;
export type LevelInfo = DataOf<paths['/api/level/info']['get']>;
export type LevelEntry = DataOf<paths['/api/level/log']['get']>[number];
export type SignIn = DataOf<paths['/api/level/daily-login']['post']>;
export type Wallpaper = DataOf<paths['/api/assets/wallpapers']['get']>[number];
export type AdminUserList = DataOf<paths['/api/admin/users']['get']>;
export type AdminUser = AdminUserList['users'][number];
export type UserEdit = BodyOf<paths['/api/admin/users/{id}']['patch']>;
export type StatusChange = BodyOf<paths['/api/admin/users/{id}/status']['patch']>;
export type BulkChange = BodyOf<paths['/api/admin/users/bulk-status']['post']>;
export type BulkPreview = DataOf<paths['/api/admin/users/bulk-status/preview']['post']>;
export type ResetCode = DataOf<paths['/api/admin/users/{id}/reset-password']['post']>;
export type Officer = DataOf<paths['/api/admin/officers']['get']>[number];
export type Appointment = BodyOf<paths['/api/admin/officers']['post']>;
export type StoredList = DataOf<paths['/api/admin/pre-records']['get']>;
export type PortalSettings = DataOf<paths['/api/admin/settings']['get']>;
export type PortalSettingsChange = BodyOf<paths['/api/admin/settings']['patch']>;
export type LogList = DataOf<paths['/api/admin/logs']['get']>;
export type LogEntry = LogList['logs'][number];
export type LogQuery = NonNullable<paths['/api/admin/logs']['get']['parameters']['query']>;
export type ServerStats = DataOf<paths['/api/admin/server-stats']['get']>;
export type Health = DataOf<paths['/api/system/health']['get']>;
export type Reach = Broadcast['audience'];
export type BroadcastList = DataOf<paths['/api/admin/broadcasts']['get']>;
export type Broadcast = BroadcastList['broadcasts'][number];
export type NewBroadcast = BodyOf<paths['/api/admin/broadcasts']['post']>;
export type AnnouncementList = DataOf<paths['/api/announcements']['get']>;
export type Announcement = AnnouncementList['announcements'][number];
export type StaffAnnouncementList = DataOf<paths['/api/admin/announcements']['get']>;
export type StaffAnnouncement = StaffAnnouncementList['announcements'][number];
export type NewAnnouncement = BodyOf<paths['/api/admin/announcements']['post']>;
export type AnnouncementChange = BodyOf<paths['/api/admin/announcements/{id}']['put']>;
export type Acknowledgements = DataOf<paths['/api/admin/announcements/{id}/acknowledgements']['get']>;
export type AppControl = DataOf<paths['/api/admin/app-control']['get']>;
export type ControlledApp = AppControl['apps'][number];
export type StatsHistory = DataOf<paths['/api/admin/server-stats/history']['get']>;
export type Processes = DataOf<paths['/api/admin/process/status']['get']>;
export type Process = Processes['processes'][number];
export type ServerMode = DataOf<paths['/api/admin/server-mode']['get']>['mode'];
export type SessionItem = DataOf<paths['/api/admin/users/{id}/sessions']['get']>['sessions'][number];
export type PastLayout = DataOf<paths['/api/user/layouts']['get']>['layouts'][number];
export type DefaultLayout = DataOf<paths['/api/admin/default-layout']['get']>;
export type Registry = DataOf<paths['/api/admin/registry']['get']>;
export type FeatureHits = DataOf<paths['/api/search']['get']>['features'][number];
