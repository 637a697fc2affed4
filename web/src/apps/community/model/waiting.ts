// Votes and surveys that still wait for a member; pure.
import type { Post } from '../types';
import { isOver } from './poll';

const endOf = ({ poll }: Post): number => (poll?.closes_at ? Date.parse(poll.closes_at) : Infinity);

/** Those that are open and not answered, the one that ends first on top; those without an end come last. */
export function waitingPolls(posts: readonly Post[], now: Date): Post[] {
  return posts
    .filter(({ poll }) => poll && !poll.voted && !isOver(poll, now))
    .sort((a, b) => (endOf(a) === endOf(b) ? b.id - a.id : endOf(a) - endOf(b)));
}
