// What is said after times of a series were deleted.
import { expect, it, vi } from 'vitest';
import { setLanguage } from '@/core/i18n';
import { toasts } from '@/core/toast';
import { remove } from './changes';

vi.mock('./calls', () => ({ removeEvent: () => Promise.resolve({ change_id: 'c1' }) }));

it('names the date where the others stay', async () => {
  await setLanguage('zh');
  for (const scope of ['this', 'following', 'all'] as const) await remove('e1', { scope }, '合唱排练', '2026-12-14');
  expect(toasts.value.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      '已删除 12月14日 的「合唱排练」',
      '已删除 12月14日 及以后的「合唱排练」',
      '已删除「合唱排练」',
    ]),
  );
});
