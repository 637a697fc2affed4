// The payloads of moderation that several apps pass around.
import type { paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';

export type OwnModeration = DataOf<paths['/api/moderation/own']['get']>;
export type OwnReport = OwnModeration['reports'][number];
export type OwnRemoval = OwnModeration['removals'][number];
export type OwnHeld = OwnModeration['held'][number];
export type OwnSilence = NonNullable<OwnModeration['silence']>;

/** What can be reported and removed. */
export type ContentKind = 'message' | 'post' | 'comment';
