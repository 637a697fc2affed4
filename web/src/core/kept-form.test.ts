// What is half written in a form outlives the page.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, nextTick, reactive } from 'vue';
import type { UserInfo } from '@/api/types';
import { keptForm, useKeptForm } from './kept-form';
import { enter, forget } from './session';
import * as storage from './storage';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

function open(draft: { title: string }) {
  const scope = effectScope();
  const form = scope.run(() => useKeptForm('test', () => (draft.title ? { draft } : null)));
  if (!form) throw new Error('no form');
  return { ...form, close: () => scope.stop() };
}

it('is kept a moment after it was typed, and says so', async () => {
  const draft = reactive({ title: '' });
  const { kept } = open(draft);
  expect(kept.value).toBe(true);
  draft.title = '周五';
  await nextTick();
  expect(kept.value).toBe(false);
  vi.advanceTimersByTime(500);
  expect([kept.value, keptForm('test')]).toEqual([true, { draft: { title: '周五' } }]);
  draft.title = '';
  await nextTick();
  vi.advanceTimersByTime(500);
  expect(keptForm('test')).toBe(null);
});

it('is kept when the form goes without an end, and gone when it has ended', async () => {
  const draft = reactive({ title: '' });
  const first = open(draft);
  draft.title = '周五';
  await nextTick();
  first.close();
  expect(keptForm('test')).toEqual({ draft: { title: '周五' } });
  const second = open(draft);
  second.drop();
  second.close();
  expect(keptForm('test')).toBe(null);
});

it('is not kept for the next member when its owner signs out', async () => {
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  const draft = reactive({ title: '' });
  const { close } = open(draft);
  draft.title = '周五';
  await nextTick();
  vi.advanceTimersByTime(500);
  expect(keptForm('test')).toEqual({ draft: { title: '周五' } });
  forget();
  close();
  expect(keptForm('test')).toBe(null);
});

it('does not say so where the device keeps nothing', () => {
  vi.spyOn(storage, 'writePersonal').mockReturnValue(false);
  expect(open({ title: '周五' }).kept.value).toBe(false);
  vi.restoreAllMocks();
});
