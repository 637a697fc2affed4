// One's own words that were just taken back, or refused, to be written anew: in this page's memory alone, and only for a moment.
import { shallowReactive } from 'vue';
import type { Message } from '../types';

/** What of a message goes back into the field; whom it calls stands in its text. */
export interface Rewritable {
  content: string;
  /** What it answered, unless that was taken back meanwhile. */
  reply: ReplyTarget | null;
}

/** A message that another one answers, as far as that shows it. */
export type ReplyTarget = Pick<Message, 'id' | 'sender_id' | 'sender_name' | 'type' | 'content' | 'recalled' | 'file'>;

export const REWRITE_MS = 2 * 60_000;

const kept = shallowReactive(new Map<string, Rewritable>());
const timers = new Map<string, number>();

/** Keeps the words of a message that is taken back; pictures and forwards have none. */
export function keepRecalled({ id, type, content, reply }: Message): void {
  if (type !== 'text') return;
  keepRewritable(id, { content, reply: reply?.id && !reply.recalled ? reply : null });
}

/** Keeps words that go back into the field. */
export function keepRewritable(id: string, words: Rewritable): void {
  kept.set(id, words);
  timers.set(
    id,
    window.setTimeout(() => forgetRecalled(id), REWRITE_MS),
  );
}

/** Whether its words are still here. Reactive. */
export function isRewritable(id: string): boolean {
  return kept.has(id);
}

/** Gives the words out, once. */
export function takeRecalled(id: string): Rewritable | undefined {
  const words = kept.get(id);
  forgetRecalled(id);
  return words;
}

/** Forgets one, or all; someone else may sit here next. */
export function forgetRecalled(id?: string): void {
  for (const one of id === undefined ? [...kept.keys()] : [id]) {
    window.clearTimeout(timers.get(one));
    timers.delete(one);
    kept.delete(one);
  }
}
