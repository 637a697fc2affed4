// Names for the payloads that screens pass around, taken from the generated schema by path, so that they hold
// whatever the schema calls its components. Here are those of the shell and of several apps; those of one app
// stand in its types.ts.
import type { paths } from './generated/schema';

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
/** The `data` of a successful answer. */
export type DataOf<Operation> = Operation extends { responses: { 200: infer Ok } }
  ? JsonOf<Ok> extends { data: infer Data }
    ? Data
    : never
  : never;
/** The body of a request. */
export type BodyOf<Operation> = Operation extends { requestBody: infer Body } ? JsonOf<Body> : never;

/** What begins a session: who, whether all screens are locked, and whether the computer is shared. */
export type Session = Omit<Status, Optional> & Partial<Pick<Status, Optional>>;
/** What the answer of the wizard does not say. */
type Optional = 'shared_computer' | 'event_seq';
type Status = DataOf<paths['/api/auth/check-status']['get']>;
export type UserInfo = Session['user_info'];
export type Settings = DataOf<paths['/api/user/settings']['get']>;
export type SettingsChange = BodyOf<paths['/api/user/settings']['put']>;
export type SetupBody = BodyOf<paths['/api/setup/save']['post']>;
export type SetupPreview = DataOf<paths['/api/setup/preview']['post']>;
export type SetupResult = DataOf<paths['/api/setup/save']['post']>;
export type Enrolment = DataOf<paths['/api/admin/enrolment']['get']>;
export type LevelInfo = DataOf<paths['/api/level/info']['get']>;
export type LevelEntry = DataOf<paths['/api/level/log']['get']>[number];
export type StoredList = DataOf<paths['/api/admin/pre-records']['get']>;
export type Reach = Broadcast['audience'];
export type BroadcastList = DataOf<paths['/api/admin/broadcasts']['get']>;
export type Broadcast = BroadcastList['broadcasts'][number];
export type SessionItem = DataOf<paths['/api/admin/users/{id}/sessions']['get']>['sessions'][number];
export type PastLayout = DataOf<paths['/api/user/layouts']['get']>['layouts'][number];
export type DefaultLayout = DataOf<paths['/api/admin/default-layout']['get']>;
export type Found = DataOf<paths['/api/search']['get']>;
export type KindHits = Found['kinds'][number];
export type Hit = KindHits['hits'][number];
export type Mark = Hit['marks'][number];
export type NotificationInbox = DataOf<paths['/api/notifications']['get']>;
export type NotificationPreferences = DataOf<paths['/api/notifications/preferences']['get']>;
export type NotificationPreferencesChange = BodyOf<paths['/api/notifications/preferences']['put']>;
