// The moment of a new level: one at a time, and only for whoever is still here.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { enter, forget } from '@/core/session';
import { celebrate } from './celebrate';

const moments = () => [...document.querySelectorAll('.moment .title')].map((title) => title.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
});
afterEach(() => {
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
});

it('shows the latest level alone, and goes by itself', async () => {
  await celebrate(1);
  await celebrate(2);
  expect(moments()).toEqual([expect.stringContaining('2')]);
  vi.advanceTimersByTime(5000);
  expect(moments()).toEqual([]);
});

it('is not for whoever has left', async () => {
  const shown = celebrate(3);
  forget();
  await shown;
  expect(moments()).toEqual([]);
});
