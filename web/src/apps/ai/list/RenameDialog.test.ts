// A title that a model finds.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, ref, type App } from 'vue';
import { ApiFailure } from '@/api/failure';
import { useClosingExam } from '@/core/exam-mode';
import { queryClient } from '@/core/query';
import * as api from '../api';
import { conversationOf, forgetConversation } from '../state/conversations';
import { findConversation } from '../state/queries';
import type { ConversationInfo } from '../types';
import RenameDialog from './RenameDialog.vue';

vi.mock('../api');
vi.mock('@/core/exam-mode');

const exam = ref<{ from: number; until: number } | null>(null);
const updated_at = '2026-09-01T00:00:00.000Z';
let app: App;

beforeEach(() => {
  vi.resetAllMocks();
  exam.value = null;
  vi.mocked(useClosingExam).mockReturnValue(exam as ReturnType<typeof useClosingExam>);
  forgetConversation('c');
});
afterEach(() => {
  app.unmount();
  queryClient.clear();
});

function open(info: Partial<ConversationInfo> = {}): void {
  const conversation = { id: 'c', title: '惯性', revision: 2, updated_at, ...info } as ConversationInfo;
  queryClient.setQueryData(['ai', 'conversations', ''], [conversation]);
  app = createApp(() => h(RenameDialog, { conversation }));
  app.mount(document.createElement('div'));
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);
const field = () => document.querySelector<HTMLInputElement>('[role="dialog"] input')?.value;
const said = (role: string) => document.querySelector(`[role="dialog"] [role="${role}"]`)?.textContent;

it('comes into the field and into the list, and is said to be kept', async () => {
  let answer: (title: string) => void = () => undefined;
  vi.mocked(api.nameConversation).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  open();
  button('让模型取名')?.click();
  await nextTick();
  expect(button('让模型取名')?.getAttribute('aria-busy')).toBe('true');
  expect(button('保存')?.getAttribute('aria-disabled')).toBe('true');
  answer('物体为什么停不下来');
  await vi.waitFor(() => expect(field()).toBe('物体为什么停不下来'));
  expect(api.nameConversation).toHaveBeenCalledWith('c');
  expect(findConversation('c')?.title).toBe('物体为什么停不下来');
  expect(said('status')).toBe('已改名为“物体为什么停不下来”');
  const input = document.querySelector<HTMLInputElement>('[role="dialog"] input');
  if (input) input.value = '接着改';
  input?.dispatchEvent(new Event('input'));
  await nextTick();
  expect([field(), said('status')]).toEqual(['接着改', '已改名为“物体为什么停不下来”']);
  expect([button('取消'), button('关闭') !== undefined]).toEqual([undefined, true]);
});

it('that is refused says why, and leaves what is there', async () => {
  vi.mocked(api.nameConversation).mockRejectedValue(
    new ApiFailure(503, '还没有可用的 AI 模型', { slug: 'ai_no_model' }),
  );
  open();
  button('让模型取名')?.click();
  await vi.waitFor(() => expect(said('alert')).toBe('还没有可用的 AI 模型'));
  expect([field(), findConversation('c')?.title]).toEqual(['惯性', '惯性']);
});

it('that the model has not found leaves what is there', async () => {
  vi.mocked(api.nameConversation).mockResolvedValue('');
  open();
  button('让模型取名')?.click();
  await vi.waitFor(() => expect(said('alert')).toContain('没有取出标题'));
  expect([field(), findConversation('c')?.title]).toEqual(['惯性', '惯性']);
});

it('is offered neither while an exam is on nor for a conversation without messages', async () => {
  open();
  expect(button('让模型取名')).toBeDefined();
  exam.value = { from: 0, until: 1 };
  await nextTick();
  expect(button('让模型取名')).toBeUndefined();
  app.unmount();
  exam.value = null;
  open({ title: '', revision: 1 });
  expect(button('让模型取名')).toBeUndefined();
  app.unmount();
  Object.assign(conversationOf('c'), { isLoaded: true, messages: [] });
  open();
  expect(button('让模型取名')).toBeUndefined();
});
