import { describe, expect, it } from 'vitest';
import type { Message } from '../types';
import { areSame, withSafety } from './messages';

const question = (content: string, more: Partial<Message> = {}): Message => ({
  role: 'user',
  content,
  timestamp: '',
  ...more,
});
const answer = (content: string): Message => ({ role: 'assistant', content, timestamp: '' });

describe('two lists of messages', () => {
  it('are the same with what only one page has, such as an answer of which nothing came', () => {
    expect(areSame([question('a'), answer('b')], [question('a', { safety: ['drugs'] }), answer('b')])).toBe(true);
    expect(areSame([question('a'), answer(''), question('c')], [question('a'), question('c')])).toBe(true);
  });

  it('differ by a text, a role and a length', () => {
    expect(areSame([question('a')], [question('b')])).toBe(false);
    expect(areSame([question('a')], [answer('a')])).toBe(false);
    expect(areSame([question('a')], [question('a'), answer('b')])).toBe(false);
  });
});

describe('what a question has words of', () => {
  it('belongs to the last question, whatever stands behind it', () => {
    const messages = [question('a'), answer('b'), question('c'), answer('d')];
    expect(withSafety(messages, ['self_harm']).map(({ safety }) => safety)).toEqual([
      undefined,
      undefined,
      ['self_harm'],
      undefined,
    ]);
  });

  it('is there once, however often it is told', () => {
    const messages = [question('a', { safety: ['self_harm'] })];
    expect(withSafety(messages, ['self_harm'])).toBe(messages);
    expect(withSafety(messages, ['self_harm', 'drugs'])[0]?.safety).toEqual(['self_harm', 'drugs']);
    expect(withSafety([], ['drugs'])).toEqual([]);
  });
});
