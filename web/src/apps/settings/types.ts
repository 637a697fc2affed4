// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type ProfileChange = BodyOf<paths['/api/user/profile']['patch']>;
export type Wallpaper = DataOf<paths['/api/assets/wallpapers']['get']>[number];
