// Messages that a moderator looks at before they are published: each shows in its place until that is decided.
import { subscribe } from '@/core/live';
import { onGap } from '@/core/live/on-gap';
import { heldKeys } from '../api';
import type { Message } from '../types';
import { discard, inReview } from './outbox';

/** The kinds of notifications that tell what was decided. */
const DECISIONS = ['content_published', 'content_removed'];

/** Takes out what is decided, also by an earlier page or while there was no connection. Answers what ends it. */
export function followReviews(): () => void {
  const stops = [
    onGap(() => void settleReviews()),
    subscribe('notification_added', ({ kind }) => {
      if (DECISIONS.includes(kind)) void settleReviews();
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** A message that was pushed is published. */
export function published({ temp_id }: Message): void {
  if (inReview().some((item) => item.temp_id === temp_id)) discard(temp_id ?? '');
}

async function settleReviews(): Promise<void> {
  const waiting = inReview();
  if (waiting.length === 0) return;
  // Without an answer they stay: the next decision or connection asks again.
  const held = await heldKeys().catch(() => null);
  if (held) waiting.filter(({ temp_id }) => !held.includes(temp_id)).forEach(({ temp_id }) => discard(temp_id));
}
