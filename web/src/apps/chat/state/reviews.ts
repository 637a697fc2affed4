// Messages that a moderator looks at before they are published: each shows in its place until that is decided.
import { watch } from 'vue';
import { tabVisible } from '@/core/active';
import { subscribe } from '@/core/live';
import { onGap } from '@/core/live/on-gap';
import type { Message } from '../types';
import { discard, inReview } from './outbox';

/** The kinds of notifications that tell what was decided; a member may have switched them off. */
const DECISIONS = ['content_published', 'content_removed'];

/** Takes out what is decided, also by an earlier page or while there was no connection. Answers what ends it. */
export function followReviews(): () => void {
  const stops = [
    onGap(() => void settleReviews()),
    subscribe('notification_added', ({ kind }) => {
      if (DECISIONS.includes(kind)) void settleReviews();
    }),
    watch(tabVisible, (isVisible) => {
      if (isVisible) void settleReviews();
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** A message that was pushed is published. */
export function published({ temp_id }: Message): void {
  if (inReview().some((item) => item.temp_id === temp_id)) discard(temp_id ?? '');
}

/** Called where somebody opens a room: what was decided there may have been told by nothing. */
export function settleRoom(room: string): void {
  if (inReview().some((item) => item.room_id === room)) void settleReviews();
}

async function settleReviews(): Promise<void> {
  const waiting = inReview();
  if (waiting.length === 0) return;
  // Without an answer, also to the query's tries, they stay: whatever settles them next asks again.
  const held = await heldKeys().catch(() => null);
  if (held) waiting.filter(({ temp_id }) => !held.has(temp_id)).forEach(({ temp_id }) => discard(temp_id));
}

/** The `temp_id` of each message of the member that waits for a moderator. */
async function heldKeys(): Promise<Set<string>> {
  // Most members have nothing in review, and need none of it at the start.
  const { fetchOwn } = await import('@/core/moderation/own');
  const { held } = await fetchOwn();
  return new Set(held.flatMap(({ client_key }) => client_key ?? []));
}
