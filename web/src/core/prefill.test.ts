// What a form begins with.
import { effectScope, nextTick } from 'vue';
import { expect, it } from 'vitest';
import type { UserInfo } from '@/api/types';
import { prefill, usePrefill } from './prefill';
import { forget, updateUser } from './session';

function form(): { taken: unknown[]; close: () => void } {
  const taken: unknown[] = [];
  const scope = effectScope();
  scope.run(() => usePrefill('broadcast', (value) => taken.push(value)));
  return { taken, close: () => scope.stop() };
}

it('reaches a form that opens later, once, and one that is open already', async () => {
  prefill('broadcast', '第一句');
  const first = form();
  expect(first.taken).toEqual(['第一句']);
  first.close();
  const second = form();
  expect(second.taken).toEqual([]);
  prefill('broadcast', '第二句');
  await nextTick();
  expect(second.taken).toEqual(['第二句']);
  second.close();
});

it('is gone for whoever signs in next', () => {
  updateUser({ user_id: '240101' } as UserInfo);
  prefill('broadcast', '悄悄话');
  forget();
  expect(form().taken).toEqual([]);
});
