// The form of an exam: minutes and end say one thing, and a button that cannot be pressed says why.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, type App } from 'vue';
import { queryClient } from '@/core/query';
import ExamFields from './ExamFields.vue';

const NOW = new Date(2026, 10, 20, 9, 0, 20);

let app: App;
let root: HTMLElement;

const field = (label: string): HTMLInputElement => {
  const found = [...root.querySelectorAll('label')].find((one) => one.textContent?.includes(label));
  const input = found && root.querySelector<HTMLInputElement>(`[id="${found.htmlFor}"]`);
  if (!input) throw new Error(`no field ${label}`);
  return input;
};
const button = (words: string): HTMLButtonElement | undefined =>
  [...root.querySelectorAll('button')].find((one) => one.textContent?.trim() === words);
const isGrey = (): boolean => button('开启考试模式')?.getAttribute('aria-disabled') === 'true';
const reason = (): string | undefined => root.querySelector('.reason')?.textContent ?? undefined;

async function type(label: string, text: string): Promise<void> {
  const input = field(label);
  input.value = text;
  input.dispatchEvent(new Event('input'));
  await nextTick();
}

async function choose(words: string): Promise<void> {
  const choice = [...root.querySelectorAll<HTMLElement>('button, label')].find(
    (one) => one.textContent?.trim() === words,
  );
  choice?.click();
  await nextTick();
}

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  root = document.body.appendChild(document.createElement('div'));
  app = createApp({ render: () => h(ExamFields, { one: '', whose: '', changed: null }) });
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await nextTick();
});
afterEach(() => {
  app.unmount();
  root.remove();
  vi.useRealTimers();
});

it('begins another length with an hour and its end, each of which follows the other', async () => {
  await choose('其他');
  expect([field('多少分钟').value, field('或到几点结束').value]).toEqual(['60', '2026-11-20T10:00']);
  await type('多少分钟', '25');
  expect(field('或到几点结束').value).toBe('2026-11-20T09:25');
  await type('或到几点结束', '2026-11-20T11:00');
  expect(field('多少分钟').value).toBe('120');
  expect([isGrey(), reason()]).toEqual([false, undefined]);
});

it('says why the button cannot be pressed', async () => {
  expect([isGrey(), reason()]).toEqual([false, undefined]);
  await choose('其他');
  await type('多少分钟', '');
  expect([isGrey(), reason()]).toEqual([true, '请填写考试多少分钟']);
  await type('或到几点结束', '2026-11-20T08:00');
  expect(reason()).toBeUndefined();
  expect(root.querySelector('.field-error')?.textContent).toBe('结束时间须晚于开始时间');
  await choose('指定时间');
  expect(reason()).toBe('请填写 60 天以内的开始时间');
});
