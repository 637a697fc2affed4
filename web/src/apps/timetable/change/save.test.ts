// What is sent when days are changed, and when that is taken back.
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { toasts } from '@/core/toast';
import { blankDay } from '../model';
import type { DayChange } from '../types';

const putDays = vi.hoisted(() => vi.fn());
vi.mock('../calls', () => ({ putDays }));

import { isChangedMeanwhile, saveDays } from './save';

const DATE = '2026-09-10';
const before: DayChange = { plan: 'usual', note: '运动会' };
const off: DayChange = { plan: 'off', note: '运动会' };
const refusal = new ApiFailure(409, '刚被改过', { slug: 'timetable_day_changed' });

beforeEach(() => {
  toasts.value = [];
  putDays.mockReset();
});

async function changeAndUndo(): Promise<void> {
  putDays.mockResolvedValueOnce({
    days: [{ ...blankDay(DATE), change: off }],
    before: [{ date: DATE, change: before }],
  });
  await saveDays([{ date: DATE, change: off, seen: before }], '02', '放假');
  toasts.value[0]?.action?.run();
  await vi.waitFor(() => expect(toasts.value).toHaveLength(2));
}

it('says what was seen, and takes back only what it wrote', async () => {
  putDays.mockResolvedValue({ days: [], before: [] });
  await changeAndUndo();
  expect(putDays.mock.calls).toEqual([
    [[{ date: DATE, change: off, seen: before }], '02'],
    [[{ date: DATE, change: before, seen: off }], '02'],
  ]);
});

it('does not offer to try again what somebody else has changed meanwhile', async () => {
  putDays.mockRejectedValue(refusal);
  await changeAndUndo();
  expect(toasts.value[1]).toMatchObject({ kind: 'error', text: '刚被改过', action: undefined });
  expect(isChangedMeanwhile(refusal)).toBe(true);
});

it('offers to try again where no answer came', async () => {
  putDays.mockRejectedValue(new ApiFailure(0, ''));
  await changeAndUndo();
  expect(toasts.value[1]?.action).toBeDefined();
});

it('says a change in the place of the one before', async () => {
  putDays.mockResolvedValue({ days: [], before: [] });
  await saveDays([{ date: DATE, change: off, seen: before }], '02', '放假');
  await saveDays([{ date: DATE, change: before, seen: off }], '02', '恢复');
  expect(toasts.value.map(({ text }) => text)).toEqual(['恢复']);
});
