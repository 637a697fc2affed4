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
  expect(said('status')).toContain('已改名为“物体为什么停不下来”');
  const input = document.querySelector<HTMLInputElement>('[role="dialog"] input');
  if (input) input.value = '接着改';
  input?.dispatchEvent(new Event('input'));
  await nextTick();
  expect(field()).toBe('接着改');
  expect(said('status')).toContain('已改名为“物体为什么停不下来”');
});

it('gives way to the old title where it is not wanted', async () => {
  vi.mocked(api.nameConversation).mockResolvedValue('物体为什么停不下来');
  vi.mocked(api.changeConversation).mockResolvedValue({ title: '惯性' } as ConversationInfo);
  open();
  button('让模型取名')?.click();
  await vi.waitFor(() => expect(field()).toBe('物体为什么停不下来'));
  button('取消')?.click();
  expect(api.changeConversation).toHaveBeenCalledWith('c', { title: '惯性' });
  await vi.waitFor(() => expect(findConversation('c')?.title).toBe('惯性'));
});

it('that nobody has asked for is not taken back', () => {
  open();
  button('取消')?.click();
  expect(api.changeConversation).not.toHaveBeenCalled();
});

it('cannot be empty where there are messages', async () => {
  open();
  const input = document.querySelector<HTMLInputElement>('[role="dialog"] input');
  if (input) input.value = ' ';
  input?.dispatchEvent(new Event('input'));
  button('保存')?.click();
  await nextTick();
  expect(said('alert')).toBe('标题不能为空');
  expect(api.changeConversation).not.toHaveBeenCalled();
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
