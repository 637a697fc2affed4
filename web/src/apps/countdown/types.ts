// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type CountdownList = DataOf<paths['/api/countdown']['get']>;
export type Countdown = CountdownList['countdowns'][number];
export type NewCountdown = BodyOf<paths['/api/countdown']['post']>;
export type CountdownChange = BodyOf<paths['/api/countdown/{id}']['patch']>;
export type Suggestion = DataOf<paths['/api/countdown/suggestions']['get']>['suggestions'][number];
export type CountdownDays = DataOf<paths['/api/countdown/{id}/days']['get']>;
export type CountdownDay = CountdownDays['days'][number];
