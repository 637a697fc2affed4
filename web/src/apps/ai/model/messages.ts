// The messages of a conversation as a list; pure.
import type { Message, SafetyCategory } from '../types';

/** An answer of which nothing came is only on this page. */
export function isStored({ role, content, reasoning }: Message): boolean {
  return role === 'user' || content !== '' || (reasoning ?? '') !== '';
}

/** Whether two lists say the same, as far as the server stores it. */
export function areSame(some: readonly Message[], others: readonly Message[]): boolean {
  const [left, right] = [some.filter(isStored), others.filter(isStored)];
  return (
    left.length === right.length &&
    left.every(({ role, content }, i) => role === right[i]?.role && content === right[i]?.content)
  );
}

/** The messages with what their last question has words of; the list itself where that is known already. */
export function withSafety(messages: readonly Message[], categories: readonly SafetyCategory[]): readonly Message[] {
  if (categories.length === 0) return messages;
  const at = messages.map(({ role }) => role).lastIndexOf('user');
  const question = messages[at];
  const known = question?.safety ?? [];
  const more = categories.filter((one) => !known.includes(one));
  if (!question || more.length === 0) return messages;
  return messages.map((message, i) => (i === at ? { ...question, safety: [...known, ...more] } : message));
}

/** The latest question, where it has words of something. */
export function helpOf(
  messages: readonly Message[],
): { at: number; question: string; categories: readonly SafetyCategory[] } | null {
  const at = messages.map(({ role }) => role).lastIndexOf('user');
  const { content: question = '', safety: categories = [] } = messages[at] ?? {};
  return categories.length > 0 ? { at, question, categories } : null;
}

/** How many questions stand behind one. */
export function questionsBehind(messages: readonly Message[], at: number): number {
  return messages.slice(at + 1).filter(({ role }) => role === 'user').length;
}

/** Whether a question in the place of an earlier one lets go of anything that somebody may want back. */
export function losesAnything(messages: readonly Message[], at: number, question: string): boolean {
  return messages
    .slice(at)
    .filter(isStored)
    .some(({ content }, i) => i > 0 || content !== question);
}

/** The pair of a question, by its index: the question and its answer, if there is one. */
export function pairAt(messages: readonly Message[], at: number): readonly Message[] {
  const next = messages.findIndex(({ role }, i) => i > at && role === 'user');
  return messages.slice(at, next < 0 ? undefined : next);
}

/**
 * The messages with a pair in its place again, by its index in the messages that were there before; null where those
 * before it are others by now.
 */
export function withPair(
  messages: readonly Message[],
  before: readonly Message[],
  at: number,
): readonly Message[] | null {
  const first = before.slice(0, at).filter(isStored);
  const start = messages.slice(0, first.length);
  if (!areSame(start, first)) return null;
  return [...start, ...pairAt(before, at), ...messages.slice(first.length)];
}
