// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type ClientUpdate = DataOf<paths['/api/admin/version']['get']>;
export type ClientUpdateChange = BodyOf<paths['/api/admin/version']['put']>;
export type PortalSettings = DataOf<paths['/api/admin/settings']['get']>;
export type PortalSettingsChange = BodyOf<paths['/api/admin/settings']['patch']>;
