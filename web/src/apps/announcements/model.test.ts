// Due days, filters and lines of announcements.
import { expect, it } from 'vitest';
import type { Announcement } from './types';
import { firstLine } from './first-line';
import { daysTo, dueKey, filtered, isWaiting, unreadFirst } from './model';
import { authorOf } from './author';

const entry = (id: number, more: Partial<Announcement> = {}): Announcement => ({
  id,
  type: 'notice',
  title: 't',
  content: 'c',
  due_date: null,
  pinned: false,
  requires_ack: false,
  author_id: '260100',
  author_name: 'n',
  author_real_name: '王建国',
  author_title: '',
  revision: 1,
  published_at: '',
  updated_at: '',
  expires_at: null,
  read: true,
  acknowledged_at: null,
  ...more,
});

it('counts what is read but not confirmed among what waits', () => {
  const asked = entry(2, { requires_ack: true });
  expect([entry(1), asked, entry(3, { read: false })].map((one) => isWaiting(one, 'me'))).toEqual([false, true, true]);
  expect(isWaiting({ ...asked, acknowledged_at: '2026-11-21T00:00:00Z' }, 'me')).toBe(false);
  expect(isWaiting(asked, asked.author_id)).toBe(false);
});

it('filters without changing the order', () => {
  const list = [entry(1, { type: 'homework' }), entry(2), entry(3, { read: false })];
  const ids = (filter: unknown): number[] => filtered(list, filter, 'me').map(({ id }) => id);
  expect([ids('all'), ids('homework'), ids('notice'), ids('unread'), ids('odd')]).toEqual([
    [1, 2, 3],
    [1],
    [2, 3],
    [3],
    [1, 2, 3],
  ]);
});

it('puts what is unread after the pinned ones and before the rest, which keep their order', () => {
  const unread = { read: false };
  const list = [entry(1, { pinned: true }), entry(2), entry(3, unread), entry(4), entry(5, unread)];
  const ids = unreadFirst(list, ({ read }) => !read).map(({ id }) => id);
  expect(ids).toEqual([1, 3, 5, 2, 4]);
});

it('counts days by the calendar, whatever the hour', () => {
  const late = new Date(2026, 10, 21, 23, 59);
  expect(['2026-11-21', '2026-11-22', '2026-11-30', '2026-11-20'].map((day) => daysTo(day, late))).toEqual([
    0, 1, 9, -1,
  ]);
  expect([0, 1, 9, -1].map(dueKey)).toEqual(['due.today', 'due.tomorrow', 'due.left', 'due.past']);
  expect(daysTo('soon', late)).toBeNull();
});

it('makes one line of Markdown', () => {
  expect(firstLine('# 周末作业\n\n- **第 3 章** [练习](https://x.y)\n- 背诵')).toBe('周末作业 第 3 章 练习 背诵');
  expect(firstLine('安排：\n\n| 时间 | 做什么 |\n|---|:---:|\n| 8:00 | 出发 |')).toBe('安排： 时间 做什么 8:00 出发');
  expect([...firstLine('长'.repeat(500))]).toHaveLength(121);
});

it('shows its author as the class knows them', () => {
  expect(authorOf({ author_real_name: '王建国', author_title: '' })).toBe('王建国');
  expect(authorOf({ author_real_name: '许安然', author_title: '学习委员' })).toBe('许安然（学习委员）');
});
