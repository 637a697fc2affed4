// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type NewBroadcast = BodyOf<paths['/api/admin/broadcasts']['post']>;
export type BroadcastRecipients = DataOf<paths['/api/admin/broadcasts/{id}/seen']['get']>;
