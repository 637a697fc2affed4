// What is on its way out, and what becomes of it; pure. A message stays here until the server has
// it or its author gives it up, whatever happens to network, page or device.
import type { ApiFailure } from '@/api/failure';
import type { Draft } from '../types';

/**
 * `queued` waits for the network or its turn, `sending` is under way, `failed` waits for its author.
 * An `upload` cannot outlive the page, because the file is not ours to keep. The server has what is `in_review`: a
 * moderator decides whether it is published.
 */
export type OutgoingState = 'uploading' | 'queued' | 'sending' | 'failed' | 'in_review';

export interface Outgoing {
  /** Makes a retry the same message. */
  temp_id: string;
  room_id: string;
  draft: Draft;
  state: OutgoingState;
  /** Milliseconds since the epoch, of this device. */
  at: number;
  /** Why it failed, in words; empty unless it did. */
  reason: string;
  /** The name of the server's text where it was refused. */
  slug?: string;
  /** Shown beside a reply that is not there yet. */
  quote?: { name: string; text: string };
  /** Of a file on its way: 0–1. */
  progress?: number;
  /** Shared by files and the words to them, which go out in the order in which they were given. */
  batch?: string;
  /** Of one that is in review: the `seq` of the last message before it; none where that is not known. */
  after?: number;
}

/** What a failed try means. `wait` is in ms; null stops trying until the author asks. */
export interface Verdict {
  state: 'queued' | 'failed';
  wait: number | null;
}

const FIRST_WAIT_MS = 2_000;
const LAST_WAIT_MS = 30_000;

/** Judges a failure: what can pass by itself is tried again, the rest is the author's to decide. */
export function judge(failure: ApiFailure, tries: number): Verdict {
  if (failure.status === 429) return { state: 'queued', wait: (failure.retryAfter ?? 5) * 1000 };
  // The sign-in dialog is up; after it the queue goes on.
  if (failure.status === 401) return { state: 'queued', wait: LAST_WAIT_MS };
  if (failure.status === 0 || failure.status >= 500) {
    return { state: 'queued', wait: Math.min(FIRST_WAIT_MS * 2 ** tries, LAST_WAIT_MS) };
  }
  return { state: 'failed', wait: null };
}

/** Whether other words would be taken: a word rule has refused these. */
export function isRefusedForWords({ state, slug = '' }: Outgoing): boolean {
  return state === 'failed' && ['moderation_words_blocked', 'moderation_cannot_be_held'].includes(slug);
}

/** Whether it is still to reach the server. */
export function isUnsent({ state }: Outgoing): boolean {
  return state !== 'in_review';
}

/** The next one to send: the oldest that waits for nothing but its turn. */
export function nextOf(items: readonly Outgoing[]): Outgoing | undefined {
  return [...items].sort((a, b) => a.at - b.at).find((item) => item.state === 'queued' && !isHeld(item, items));
}

/** Whether a file before it has to go first. Words alone also wait for one that failed: without it they say nothing. */
export function isHeld({ batch, at, draft }: Outgoing, items: readonly Outgoing[]): boolean {
  if (!batch) return false;
  const holds = ({ state }: Outgoing): boolean =>
    state === 'uploading' || (state === 'failed' && draft.msg_type === 'text');
  return items.some((one) => one.batch === batch && one.at < at && holds(one));
}

function isStopped({ state }: Partial<Outgoing>): boolean {
  return state === 'uploading' || state === 'failed';
}

/** What a stored one is after a reload: what was under way may or may not have arrived, so it goes again. */
export function revived(value: unknown): Outgoing | null {
  const item = value as Partial<Outgoing> | null;
  const isWhole =
    typeof item?.temp_id === 'string' &&
    typeof item.room_id === 'string' &&
    typeof item.at === 'number' &&
    typeof item.draft?.content === 'string';
  if (!isWhole) return null;
  const state = item.state === 'in_review' ? item.state : isStopped(item) ? 'failed' : 'queued';
  return { ...(item as Outgoing), state, reason: item.reason ?? '' };
}
