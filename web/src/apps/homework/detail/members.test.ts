// Who is missing, and how that is said.
import { expect, it } from 'vitest';
import type { Progress, ProgressMember } from '../types';
import { shownMembers } from './members';

const member = (name: string, more: Partial<ProgressMember> = {}): ProgressMember => ({
  user_id: name,
  name,
  done_at: null,
  handed_in_at: null,
  late: false,
  files: 0,
  read: false,
  ...more,
});
const AT = '2026-09-10T08:00:00.000Z';
const members = [
  member('甲', { done_at: AT, handed_in_at: AT }),
  member('乙', { done_at: AT }),
  member('丙'),
  member('丁', { done_at: AT, handed_in_at: '2026-09-10T09:00:00.000Z' }),
];
const progress: Progress = { members, done: 3, handed_in: 2, total: 4, reminded_at: null };
const names = (...given: Parameters<typeof shownMembers>): string =>
  shownMembers(...given)
    .map(({ name }) => name)
    .join('');

it('misses who has not handed in where that is asked for, else who has not ticked', () => {
  expect(names(progress, 'missing', true)).toBe('乙丙');
  expect(names(progress, 'missing', false)).toBe('丙');
  expect(names(progress, 'done', true)).toBe('甲乙丁');
});

it('shows what was handed in last first', () => expect(names(progress, 'handed_in', true)).toBe('丁甲'));
