// What a conversation shows once an answer is over, and what it sends of its messages.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as api from '../api';
import type { ConversationDetail, Message } from '../types';
import {
  ask,
  beginConversation,
  branchOf,
  forgetConversation,
  replaceMessages,
  type Conversation,
} from './conversations';

vi.mock('../api');

const options = { model: 'm', label: 'M', thinking: false, search: false };
const encoder = new TextEncoder();

/** The stream of a whole answer. */
function streamOf(...events: object[]): ReadableStream<Uint8Array> {
  const all = [{ generation_id: 'g', model: 'm', model_label: 'M' }, ...events, { done: true }];
  return new ReadableStream({
    start(controller) {
      all.forEach((event, i) => controller.enqueue(encoder.encode(`id: ${i}\ndata: ${JSON.stringify(event)}\n\n`)));
      controller.close();
    },
  });
}

const detail = (messages: Message[]): ConversationDetail =>
  ({ id: 'c', messages, revision: 7, generation: null }) as unknown as ConversationDetail;
const question: Message = { role: 'user', content: '问', timestamp: 'a' };
const answer: Message = { role: 'assistant', content: '答到一', timestamp: 'b' };

let conversation: Conversation;
beforeEach(() => {
  forgetConversation('c');
  conversation = beginConversation('c', 0);
  vi.mocked(api.ask).mockResolvedValue(streamOf({ content: '答到一' }));
});

describe('the end of an answer', () => {
  it('says why it is not whole, which its stream does not', async () => {
    const cut: Message = { ...answer, partial: true, partial_reason: 'length', fallback: true };
    vi.mocked(api.getConversation).mockResolvedValue(detail([question, cut]));
    expect(await ask(conversation, '问', options)).toBe(true);
    expect(conversation.messages[1]).toEqual(cut);
    expect(conversation.revision).toBe(7);
  });

  it('stays as it was read where the conversation cannot be', async () => {
    vi.mocked(api.getConversation).mockRejectedValue(new Error('away'));
    await ask(conversation, '问', options);
    expect(conversation.messages[1]).toMatchObject({ content: '答到一', model_label: 'M' });
  });

  it('is missing where nothing was stored', async () => {
    vi.mocked(api.ask).mockResolvedValue(streamOf());
    vi.mocked(api.getConversation).mockResolvedValue(detail([question]));
    await ask(conversation, '问', options);
    expect(conversation.messages).toEqual([question]);
  });

  it('is not asked for where the stream has said it', async () => {
    vi.mocked(api.ask).mockResolvedValue(streamOf({ content: '答' }, { error: '断了' }));
    vi.mocked(api.getConversation).mockClear();
    await ask(conversation, '问', options);
    expect(api.getConversation).not.toHaveBeenCalled();
    expect(conversation.messages[1]).toMatchObject({ partial_reason: 'failed', error: '断了' });
  });
});

it('writes messages back as the server has them', async () => {
  vi.mocked(api.putMessages).mockResolvedValue(8);
  const empty: Message = { role: 'assistant', content: '', timestamp: 'b', error: '断了' };
  conversation.messages = [question, empty];
  await replaceMessages(conversation, [question, empty]);
  expect(api.putMessages).toHaveBeenCalledWith('c', [question], 0);
  expect([conversation.messages, conversation.revision]).toEqual([[question], 8]);
});

it('is copied up to a message, counted as the server counts', async () => {
  vi.mocked(api.createConversation).mockResolvedValue({ id: 'd' } as Awaited<
    ReturnType<typeof api.createConversation>
  >);
  const empty: Message = { role: 'assistant', content: '', timestamp: 'b', error: '断了' };
  conversation.messages = [question, empty, question, answer, question];
  expect(await branchOf(conversation, 3)).toBe('d');
  expect(api.createConversation).toHaveBeenCalledWith({ copy_of: 'c', copied_messages: 3 });
});
