// The badge counts what is to be done and was not opened yet.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { badgeCount } from '@/core/badges';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import * as calls from './calls';
import { KEY, patchCard } from './queries';
import start from './service';
import { cardOf } from './testing';

vi.mock('./calls');
const DONE = { done_at: '2026-09-10T12:00:00.000Z' };
const homework = [
  cardOf(1, { read: false }),
  cardOf(2),
  cardOf(3, { read: false, ...DONE }),
  cardOf(4, { read: false, hand_in: true, ...DONE }),
];
const list = { homework, total: homework.length, page: 1, limit: 100 };
let stop: () => void;

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  updateUser({ user_id: '260101', is_class_admin: false } as UserInfo);
  vi.mocked(calls.readCards).mockResolvedValue(list);
});
afterEach(() => {
  stop();
  queryClient.clear();
  vi.useRealTimers();
});

it('asks once the desktop has started, and follows what is opened', async () => {
  stop = start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls.readCards).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls.readCards).toHaveBeenCalledWith({ open: true });
  expect(badgeCount('homework')).toBe(2);
  patchCard(1, { read: true });
  await vi.advanceTimersByTimeAsync(10);
  expect(badgeCount('homework')).toBe(1);
});

it('counts at once what the window has asked for', async () => {
  queryClient.setQueryData([...KEY, 'open'], list);
  stop = start();
  await vi.advanceTimersByTimeAsync(10);
  expect(badgeCount('homework')).toBe(2);
});
