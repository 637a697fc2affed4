// What a screen reader says once an answer is over.
import { expect, it } from 'vitest';
import { effectScope, nextTick, shallowReactive, shallowRef } from 'vue';
import { emptyAnswer } from '../model/answer';
import { registerNewConversation, type Conversation } from '../state/conversations';
import type { Message } from '../types';
import { useAnnouncement } from './announcement';

/** What is said of an answer that ends like this. */
async function saidOf(more: Partial<Message>): Promise<string> {
  const conversation = shallowReactive<Conversation>({ ...registerNewConversation('c', 1), live: emptyAnswer() });
  const scope = effectScope();
  const said = scope.run(() => useAnnouncement(shallowRef(conversation)).announcement);
  conversation.live = null;
  conversation.messages = [{ role: 'assistant', content: '惯性是', timestamp: '', ...more }];
  await nextTick();
  scope.stop();
  return said?.value ?? '';
}

const partial = (partial_reason: Message['partial_reason'], more: Partial<Message> = {}): Partial<Message> => ({
  partial: true,
  partial_reason,
  ...more,
});

it('an answer is finished only where it is whole', async () => {
  expect(await saidOf({})).toBe('回答完成：惯性是');
  expect(await saidOf({ partial: true })).toBe('未写完。已有的回答：惯性是');
});

it('an answer that was cut says by what', async () => {
  expect(await saidOf(partial('length'))).toBe('达到长度上限，可以让它继续。已有的回答：惯性是');
  expect(await saidOf(partial('interrupted'))).toBe('门户重启，回答中断。已有的回答：惯性是');
  expect(await saidOf(partial('filtered'))).toBe('服务商的内容过滤截断了回答。已有的回答：惯性是');
  expect(await saidOf(partial('filtered', { content: '' }))).toBe('服务商的内容过滤截断了回答');
});

it('an answer that was stopped or has failed says no more than that', async () => {
  expect(await saidOf(partial('stopped'))).toBe('回答已停止');
  expect(await saidOf(partial('failed', { error: '服务商太忙' }))).toBe('没有得到回答：服务商太忙');
});
