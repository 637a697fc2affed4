// The bar that points to the help at the latest question.
import { expect, it } from 'vitest';
import { shallowRef } from 'vue';
import { registerNewConversation } from '../state/conversations';
import type { Message } from '../types';
import { useHelpBar } from './help';

const harmful: Message = { role: 'user', content: '问', timestamp: '', safety: ['self_harm'] };
const harmless: Message = { role: 'user', content: '别的', timestamp: '' };

it('stands as long as the latest question has help, and is closed for that question alone', () => {
  const conversation = registerNewConversation('c', 1);
  const { categories, close } = useHelpBar(shallowRef(conversation));
  expect(categories.value).toEqual([]);
  conversation.messages = [harmful];
  expect(categories.value).toEqual(['self_harm']);
  close();
  expect(categories.value).toEqual([]);
  conversation.messages = [harmful, harmless];
  expect(categories.value).toEqual([]);
  conversation.messages = [harmful, harmless, harmful];
  expect(categories.value).toEqual(['self_harm']);
  // Whoever goes away and comes back has closed it all the same.
  conversation.messages = [harmful];
  expect(useHelpBar(shallowRef(conversation)).categories.value).toEqual([]);
});
