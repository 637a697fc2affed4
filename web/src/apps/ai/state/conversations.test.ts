// What a conversation shows once an answer is over, and what it sends of its messages.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { queryClient } from '@/core/query';
import * as api from '../api';
import type { ConversationDetail, ConversationInfo, Message } from '../types';
import {
  ask,
  registerNewConversation,
  branchOf,
  forgetConversation,
  isRefused,
  loadConversation,
  replaceMessages,
  stop,
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
  vi.resetAllMocks();
  forgetConversation('c');
  conversation = registerNewConversation('c', 0);
  vi.mocked(api.ask).mockResolvedValue(streamOf({ content: '答到一' }));
});

describe('the end of an answer', () => {
  it('says why it is not whole, and nothing is asked for', async () => {
    vi.mocked(api.ask).mockResolvedValue(streamOf({ content: '答到一' }, { partial_reason: 'length' }));
    expect(await ask(conversation, '问', options)).toBe(true);
    expect(conversation.messages[1]).toMatchObject({ content: '答到一', partial: true, partial_reason: 'length' });
    expect(conversation.revision).toBeNull();
    expect(api.getConversation).not.toHaveBeenCalled();
  });

  it('is whole where nothing else is said, also when it was to be stopped', async () => {
    vi.mocked(api.ask).mockImplementation(async () => {
      void stop(conversation);
      return streamOf({ content: '答完了' });
    });
    await ask(conversation, '问', options);
    expect(conversation.messages[1]).toMatchObject({ content: '答完了', model_label: 'M' });
    expect(conversation.messages[1]).not.toHaveProperty('partial');
    expect(conversation.isStopping).toBe(false);
  });

  it('is missing where nothing was said, and stays where it says why', async () => {
    vi.mocked(api.ask).mockResolvedValue(streamOf());
    await ask(conversation, '问', options);
    expect(conversation.messages).toEqual([expect.objectContaining({ role: 'user' })]);
    vi.mocked(api.ask).mockResolvedValue(streamOf({ error: '断了' }, { partial_reason: 'failed' }));
    await ask(conversation, '再问', options);
    expect(conversation.messages[2]).toMatchObject({ content: '', partial_reason: 'failed', error: '断了' });
  });
});

describe('what a question has words of', () => {
  it('stands at the question as soon as the stream tells it', async () => {
    vi.mocked(api.ask).mockResolvedValue(streamOf({ safety: 'self_harm' }, { safety: 'drugs' }, { content: '答' }));
    await ask(conversation, '问', options);
    expect(conversation.messages.map(({ safety }) => safety)).toEqual([['self_harm', 'drugs'], undefined]);
  });

  it('is there once after a reload, though the stream tells it again', async () => {
    const read = detail([{ ...question, safety: ['self_harm'] }]);
    const generation = { id: 'g', model: 'm', model_label: 'M' };
    vi.mocked(api.getConversation).mockResolvedValue({ ...read, generation } as ConversationDetail);
    vi.mocked(api.resume).mockResolvedValue(streamOf({ safety: 'self_harm' }, { content: '答' }));
    await loadConversation(conversation);
    await vi.waitFor(() => expect(conversation.messages).toHaveLength(2));
    expect(conversation.messages.map(({ safety }) => safety)).toEqual([['self_harm'], undefined]);
  });
});

describe('a first question that is refused', () => {
  const refused = async (status: number): Promise<boolean> => {
    vi.mocked(api.ask).mockRejectedValue(new ApiFailure(status, ''));
    vi.mocked(api.getConversation).mockResolvedValue(detail([]));
    expect(await ask(conversation, '问', options)).toBe(false);
    return isRefused(conversation);
  };

  it('leaves a conversation of which nothing is in use', async () => {
    expect(await refused(403)).toBe(true);
    expect(await refused(429)).toBe(true);
  });

  it('may have been taken where the connection was lost, or where another one was', async () => {
    expect(await refused(0)).toBe(false);
    expect(await refused(409)).toBe(false);
  });
});

describe('after an answer, of which the revision is not known,', () => {
  beforeEach(() => {
    conversation.messages = [question, answer];
    conversation.revision = null;
  });

  it('a question takes the place of an earlier one in what the page has read', async () => {
    vi.mocked(api.getConversation).mockResolvedValue(detail([question, answer]));
    await ask(conversation, '另问', options, 0);
    expect(api.ask).toHaveBeenCalledWith(expect.objectContaining({ replace_from: 0, revision: 7 }));
    expect(conversation.messages.map(({ content }) => content)).toEqual(['另问', '答到一']);
  });

  it('no question takes the place of what another device has written', async () => {
    const others = [question, { ...answer, content: '另一个回答' }];
    vi.mocked(api.getConversation).mockResolvedValue(detail(others));
    expect(await ask(conversation, '另问', options, 0)).toBe(false);
    expect(api.ask).not.toHaveBeenCalled();
    expect(conversation.refusal?.status).toBe(409);
    expect(conversation.messages).toEqual(others);
  });

  it('messages are written over nothing but what the page has read', async () => {
    vi.mocked(api.putMessages).mockResolvedValue(8);
    vi.mocked(api.getConversation).mockResolvedValue(detail([question, { ...answer, content: '另一个回答' }]));
    await expect(replaceMessages(conversation, [])).rejects.toMatchObject({ status: 409 });
    expect(api.putMessages).not.toHaveBeenCalled();
    await replaceMessages(conversation, [question]);
    expect(api.putMessages).toHaveBeenCalledWith('c', [question], 7);
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

describe('a copy', () => {
  beforeEach(() => {
    vi.mocked(api.createConversation).mockResolvedValue({ id: 'd' } as ConversationInfo);
    conversation.messages = [question, answer];
  });
  afterEach(() => queryClient.clear());
  const listed = (title: string) =>
    queryClient.setQueryData(['ai', 'conversations', ''], [{ id: 'c', title } as ConversationInfo]);

  it('goes up to a message, counted as the server counts', async () => {
    const empty: Message = { role: 'assistant', content: '', timestamp: 'b', error: '断了' };
    conversation.messages = [question, empty, question, answer, question];
    expect(await branchOf(conversation, 3)).toBe('d');
    expect(api.createConversation).toHaveBeenCalledWith({ copy_of: 'c', copied_messages: 3 });
  });

  it('is called after its original', async () => {
    listed('惯性');
    await branchOf(conversation, 1);
    listed('惯性（副本）');
    await branchOf(conversation, 1);
    const bodies = vi.mocked(api.createConversation).mock.calls.map(([body]) => body.title);
    expect(bodies).toEqual(['惯性（副本）', '惯性（副本）']);
  });
});
