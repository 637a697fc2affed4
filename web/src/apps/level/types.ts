// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';

export type SignIn = DataOf<paths['/api/level/daily-login']['post']>;
