// A tick shows at once in every list, goes back where the server refuses it, and can be taken back.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { toasts } from '@/core/toast';
import { remove, setDone } from './acts';
import * as calls from './calls';
import { cardKey, KEY } from './queries';
import { cardOf } from './testing';
import type { HomeworkCard, HomeworkList } from './types';

vi.mock('./calls');
const AT = '2026-09-10T12:00:00.000Z';
const card = cardOf(1, { title: '数学作业' });
const list = (): (string | null)[] | undefined =>
  queryClient.getQueryData<HomeworkList>([...KEY, 'open'])?.homework.map(({ done_at: done }) => done);
const one = (): HomeworkCard | undefined => queryClient.getQueryData(cardKey(1));

beforeEach(async () => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  toasts.value = [];
  queryClient.setQueryData([...KEY, 'open'], { homework: [card, cardOf(2)], total: 2, page: 1, limit: 100 });
  queryClient.setQueryData([...KEY, 'subjects'], ['数学']);
  queryClient.setQueryData(cardKey(1), card);
  await setLanguage('zh');
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

it('shows before the server has answered, in every list', async () => {
  let answer: (saved: HomeworkCard) => void = () => undefined;
  vi.mocked(calls.putDone).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const ticking = setDone(card, true);
  expect(list()?.map(Boolean)).toEqual([true, false]);
  expect(one()?.done_at).toBeTruthy();
  answer({ ...card, done_at: AT });
  await ticking;
  expect(list()).toEqual([AT, null]);
  expect(queryClient.getQueryData([...KEY, 'subjects'])).toEqual(['数学']);
});

it('goes back where it was refused, and says why', async () => {
  vi.mocked(calls.putDone).mockRejectedValue(new ApiFailure(404, '作业不在了'));
  await setDone(card, true);
  expect(list()).toEqual([null, null]);
  expect(toasts.value.map(({ text, kind }) => [text, kind])).toEqual([['作业不在了', 'error']]);
});

it('is taken back with one tap', async () => {
  vi.mocked(calls.putDone).mockImplementation(async (_, done) => ({ ...card, done_at: done ? AT : null }));
  await setDone(card, true);
  expect(toasts.value[0]?.text).toBe('「数学作业」完成了');
  toasts.value[0]?.action?.run();
  await vi.waitFor(() => expect(list()).toEqual([null, null]));
  expect(calls.putDone).toHaveBeenLastCalledWith(1, false);
});

it('of a card that is deleted comes back with it', async () => {
  await remove(card);
  expect(toasts.value[0]?.text).toContain('已删除「数学作业」');
  toasts.value[0]?.action?.run();
  await vi.waitFor(() => expect(toasts.value.some(({ text }) => text === '已恢复「数学作业」')).toBe(true));
  expect(calls.restoreCard).toHaveBeenCalledWith(1);
});
