// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type AdminUserList = DataOf<paths['/api/admin/users']['get']>;
export type AdminUser = AdminUserList['users'][number];
export type UserEdit = BodyOf<paths['/api/admin/users/{id}']['patch']>;
export type StatusChange = BodyOf<paths['/api/admin/users/{id}/status']['patch']>;
export type BulkChange = BodyOf<paths['/api/admin/users/bulk-status']['post']>;
export type BulkPreview = DataOf<paths['/api/admin/users/bulk-status/preview']['post']>;
export type ResetCode = DataOf<paths['/api/admin/users/{id}/reset-password']['post']>;
export type Officer = DataOf<paths['/api/admin/officers']['get']>[number];
export type Appointment = BodyOf<paths['/api/admin/officers']['post']>;
export type ServerStats = DataOf<paths['/api/admin/server-stats']['get']>;
export type Health = DataOf<paths['/api/system/health']['get']>;
export type StatsHistory = DataOf<paths['/api/admin/server-stats/history']['get']>;
export type Processes = DataOf<paths['/api/admin/process/status']['get']>;
export type Process = Processes['processes'][number];
export type ServerMode = DataOf<paths['/api/admin/server-mode']['get']>['mode'];
export type LogEntry = DataOf<paths['/api/admin/logs']['get']>['logs'][number];
export type Registry = DataOf<paths['/api/admin/registry']['get']>;
