// Which votes still wait for a member, and in which order.
import { expect, it } from 'vitest';
import { aPoll, aPost } from './testing';
import { waitingPolls } from './waiting';

const NOW = new Date('2026-09-01T12:00:00.000Z');
const at = (id: number, closes_at: string | null, more = {}) =>
  aPost({ id, type: 'poll', poll: aPoll({ closes_at, ...more }) });
const idsOf = (...posts: Parameters<typeof waitingPolls>[0]): number[] => waitingPolls(posts, NOW).map(({ id }) => id);

it('has the one that ends first on top, and those without an end last, the newest of them first', () => {
  const [soon, later] = ['2026-09-01T13:00:00.000Z', '2026-09-02T12:00:00.000Z'];
  expect(idsOf(at(1, null), at(2, later), at(3, soon), at(4, null), at(5, later))).toEqual([3, 5, 2, 4, 1]);
});

it('leaves out what was answered or ended, also on the clock of this page alone, and what is no vote', () => {
  const past = '2026-09-01T11:59:00.000Z';
  const posts = [at(1, null, { voted: true }), at(2, null, { closed: true }), at(3, past), aPost({ id: 4 })];
  expect(idsOf(...posts)).toEqual([]);
});
