// Messages that a question has replaced, and a pair that was deleted, can be brought back.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { nextTick, ref, shallowRef } from 'vue';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import { enter } from '@/core/session';
import { toasts } from '@/core/toast';
import * as api from '../api';
import { conversationOf, forgetConversation, registerNewConversation, type Conversation } from '../state/conversations';
import { draftOf, keepDraft } from '../state/drafts';
import type { ConversationDetail, ConversationInfo, Message } from '../types';
import { useAsking, type Asking } from './asking';
import { branch } from './branch';
import { removePair } from './undo';

vi.mock('../api');

beforeAll(async () => {
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  await nextTick();
});

const question = (content: string): Message => ({ role: 'user', content, timestamp: 'a' });
const answer = (content: string): Message => ({ role: 'assistant', content, timestamp: 'b' });
const before = [question('问一'), answer('答一'), question('问二'), answer('答二')];
const encoder = new TextEncoder();

let conversation: Conversation;
let asking: Asking;
let stream: ReadableStreamDefaultController<Uint8Array>;
let isAnswering: boolean;
const tell = (id: number, event: object): void =>
  stream.enqueue(encoder.encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`));
const undo = () => toasts.value.find(({ action }) => action?.label === '撤销');

beforeEach(() => {
  vi.resetAllMocks();
  toasts.value = [];
  forgetConversation('c');
  conversation = registerNewConversation('c', 3);
  conversation.messages = before;
  isAnswering = false;
  vi.mocked(api.ask).mockImplementation(async () => {
    isAnswering = true;
    return new ReadableStream({ start: (controller) => void (stream = controller) });
  });
  vi.mocked(api.stopGeneration).mockImplementation(async () => {
    tell(9, { partial_reason: 'stopped' });
    tell(10, { done: true });
    isAnswering = false;
  });
  vi.mocked(api.restoreMessages).mockImplementation(async () => {
    if (isAnswering) throw new ApiFailure(409, '正在回答');
  });
  vi.mocked(api.getConversation).mockResolvedValue({
    messages: before,
    revision: 5,
    generation: null,
  } as unknown as ConversationDetail);
  asking = useAsking({
    conversation: shallowRef(conversation),
    preset: ref(null),
    options: ref({ model: 'm', label: 'M', thinking: false, search: false }),
    composer: ref(undefined),
    onBegun: () => undefined,
    onDiscarded: async () => undefined,
    onAsked: () => undefined,
  });
});
afterEach(() => {
  keepDraft('d', '');
});

it('what a question has replaced comes back while its answer is being written, which stops', async () => {
  const asked = asking.askIn(conversation, '改过的', [], 0);
  await vi.waitFor(() => expect(api.ask).toHaveBeenCalled());
  expect(undo()).toBeUndefined();
  tell(1, { generation_id: 'g', model: 'm', model_label: 'M' });
  tell(2, { content: '新的' });
  await vi.waitFor(() => expect(undo()?.text).toBe('原来的内容已被替换'));
  undo()?.action?.run();
  await asked;
  await vi.waitFor(() => expect(api.restoreMessages).toHaveBeenCalledWith('c'));
  await vi.waitFor(() => expect(conversation.messages).toEqual(before));
  expect(api.stopGeneration).toHaveBeenCalledWith('g');
  expect(conversation.revision).toBe(5);
});

it('nothing is offered where a question was refused, or has replaced nothing', async () => {
  vi.mocked(api.ask).mockRejectedValue(new ApiFailure(403, '不行'));
  await asking.askIn(conversation, '改过的', [], 0);
  conversation.messages = [question('问')];
  const asked = asking.askIn(conversation, '问', [], 0);
  await asked;
  expect(toasts.value).toEqual([]);
});

it('a pair that was deleted comes back into its place', async () => {
  vi.mocked(api.putMessages).mockResolvedValue(4);
  await removePair(conversation, 0);
  expect(conversation.messages).toEqual(before.slice(2));
  expect(undo()?.text).toBe('已删除');
  undo()?.action?.run();
  await vi.waitFor(() => expect(conversation.messages).toEqual(before));
  expect(api.putMessages).toHaveBeenLastCalledWith('c', before, 4);
});

it('a branch from a question has the question in its field, and the messages before it', async () => {
  vi.mocked(api.createConversation).mockResolvedValue({ id: 'd' } as ConversationInfo);
  const open = vi.fn();
  await branch(conversation, 2, open);
  expect(api.createConversation).toHaveBeenCalledWith({ copy_of: 'c', copied_messages: 2 });
  expect([draftOf('d'), open.mock.calls]).toEqual(['问二', [['d']]]);
  await branch(conversationOf('c'), 1, open);
  expect(api.createConversation).toHaveBeenLastCalledWith({ copy_of: 'c', copied_messages: 2 });
});
