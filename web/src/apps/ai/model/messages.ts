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
