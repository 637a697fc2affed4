// Handing in: what is begun is kept, what is late is said, and what is withdrawn is not lost.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, shallowRef, type App } from 'vue';
import { ApiFailure } from '@/api/failure';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import * as acts from '../acts';
import { cardOf } from '../testing';
import type { HomeworkCard, Submission } from '../types';
import HandIn from './HandIn.vue';

vi.mock('../acts');
const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const handed: Submission = {
  text: '见图',
  files: [{ hash: 'a1', url: '/api/cloud/files/a1.pdf', name: '卷子.pdf', mime: 'application/pdf', size: 2048 }],
  submitted_at: inHours(-1),
  late: false,
  revision: 3,
};

let app: App;
let root: HTMLElement;
const card = shallowRef<HomeworkCard>(cardOf(1));

function open(more: Partial<HomeworkCard>): void {
  card.value = cardOf(1, { hand_in: true, due_at: inHours(3), ...more });
  app = createApp(() => h(HandIn, { card: card.value }));
  root = document.body.appendChild(document.createElement('div'));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
}
const button = (name: string, within: ParentNode = root) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);
const field = (): HTMLTextAreaElement | null => root.querySelector('textarea');
async function type(words: string): Promise<void> {
  const area = field();
  if (area) area.value = words;
  area?.dispatchEvent(new Event('input', { bubbles: true }));
  await nextTick();
}
const submit = (): unknown => root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));

beforeEach(async () => {
  vi.resetAllMocks();
  localStorage.clear();
  await setLanguage('zh');
});
afterEach(() => {
  app.unmount();
  root.remove();
});

it('hands in words, and nothing while nothing is written', async () => {
  vi.mocked(acts.handIn).mockResolvedValue(cardOf(1, { submission: handed }));
  open({});
  expect(button('交作业')?.getAttribute('aria-disabled')).toBe('true');
  submit();
  expect(acts.handIn).not.toHaveBeenCalled();
  await type(' 第 5 题选 B ');
  submit();
  await vi.waitFor(() => expect(field()?.value).toBe(''));
  expect(acts.handIn).toHaveBeenCalledWith(card.value, { text: '第 5 题选 B', files: [], revision: 0 });
});

it('keeps what was begun until it is sent', async () => {
  open({});
  await type('写了一半');
  app.unmount();
  root.remove();
  open({});
  expect(field()?.value).toBe('写了一半');
});

it('says that it is late, and after fourteen days that it is closed', () => {
  open({ due_at: inHours(-2) });
  expect(root.textContent).toContain('现在交会标明迟交');
  app.unmount();
  root.remove();
  open({ due_at: inHours(-24 * 15) });
  expect(root.textContent).toContain('不能再交了');
  expect(field()).toBeNull();
});

it('replaces what was handed in, with the revision that was seen', async () => {
  vi.mocked(acts.handIn).mockResolvedValue(cardOf(1, { submission: handed }));
  open({ submission: handed });
  expect(root.textContent).toContain('卷子.pdf');
  button('重新交')?.click();
  await nextTick();
  expect(field()?.value).toBe('见图');
  await type('见图，第 2 页重拍了');
  submit();
  const body = { text: '见图，第 2 页重拍了', files: [{ hash: 'a1', name: '卷子.pdf' }], revision: 3 };
  await vi.waitFor(() => expect(acts.handIn).toHaveBeenCalledWith(card.value, body));
});

it('says that something newer is there, and keeps the words', async () => {
  vi.mocked(acts.handIn).mockRejectedValue(new ApiFailure(409, '已改过', { fields: { data: { revision: 4 } } }));
  open({ submission: handed });
  button('重新交')?.click();
  await nextTick();
  await type('另一份');
  submit();
  await vi.waitFor(() => expect(root.querySelector('[role="alert"]')?.textContent).toContain('别的设备上交过新的'));
  expect(field()?.value).toBe('另一份');
});

it('leaves what is being written in sight when another device hands something in', async () => {
  open({});
  await type('写了一半');
  card.value = { ...card.value, submission: handed };
  await nextTick();
  expect(field()?.value).toBe('写了一半');
});

it('withdraws after saying what that does, and puts it back into the form', async () => {
  vi.mocked(acts.withdraw).mockImplementation(async () => {
    card.value = { ...card.value, submission: null };
  });
  open({ submission: handed });
  button('收回')?.click();
  await nextTick();
  const dialog = document.querySelector('[role="dialog"]') ?? document.body;
  expect(dialog.textContent).toContain('变回未完成');
  button('收回', dialog)?.click();
  await vi.waitFor(() => expect(field()?.value).toBe('见图'));
  expect(root.textContent).toContain('卷子.pdf');
});
