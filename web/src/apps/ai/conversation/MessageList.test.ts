// Where help stands in a conversation.
import { afterEach, expect, it } from 'vitest';
import { createApp, h, nextTick, type App } from 'vue';
import { emptyAnswer } from '../model/answer';
import { registerNewConversation, type Conversation } from '../state/conversations';
import type { Message } from '../types';
import MessageList from './MessageList.vue';

const question: Message = { role: 'user', content: '问', timestamp: '' };
const answer: Message = { role: 'assistant', content: '答', model_label: 'M', timestamp: '' };
let app: App;
let root: HTMLElement;

function show(messages: readonly Message[]): Conversation {
  const conversation = registerNewConversation('c', 1);
  Object.assign(conversation, { messages, live: null });
  root = document.createElement('div');
  app = createApp(() =>
    h(MessageList, { conversation, models: [], mayAsk: true, editing: null, removePair: () => Promise.resolve() }),
  );
  app.mount(root);
  return conversation;
}
afterEach(() => app.unmount());
/** Questions, help and answers in their order. */
const rows = () =>
  [...root.querySelectorAll('.question, .help, .answer')].map(({ className }) => className.split(' ')[0]);

it('help stands below each question that has words of something, once', () => {
  const harmful: Message = { ...question, safety: ['self_harm'] };
  show([harmful, answer, question, answer, harmful]);
  expect(rows()).toEqual(['question', 'help', 'answer', 'question', 'answer', 'question', 'help']);
});

it('help stays in its place from the first word of an answer to its end', async () => {
  const conversation = show([question]);
  conversation.live = emptyAnswer();
  conversation.messages = [{ ...question, safety: ['bullying'] }];
  await nextTick();
  const help = root.querySelector('.help');
  expect(rows()).toEqual(['question', 'help', 'answer']);
  Object.assign(conversation, { live: null, messages: [...conversation.messages, answer] });
  await nextTick();
  expect(rows()).toEqual(['question', 'help', 'answer']);
  expect(root.querySelector('.help')).toBe(help);
});
