import { describe, expect, it } from 'vitest';
import type { Message } from '../types';
import { areSame, helpOf, losesAnything, pairAt, questionsBehind, withPair, withSafety } from './messages';

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

it('only the latest question is what help stands at', () => {
  const harmful = question('a', { safety: ['self_harm'] });
  expect(helpOf([question('b'), harmful, answer('c')])).toEqual({ at: 1, question: 'a', categories: ['self_harm'] });
  expect(helpOf([harmful, answer('c'), question('b')])).toBeNull();
  expect(helpOf([])).toBeNull();
});

describe('a question in the place of an earlier one', () => {
  const messages = [question('a'), answer('b'), question('c'), answer('d'), question('e')];

  it('goes with those behind it', () => {
    expect([0, 2, 4].map((at) => questionsBehind(messages, at))).toEqual([2, 1, 0]);
  });

  it('loses nothing where the same question had no answer', () => {
    expect(losesAnything(messages, 4, 'e')).toBe(false);
    expect(losesAnything(messages, 4, 'f')).toBe(true);
    expect(losesAnything(messages, 2, 'c')).toBe(true);
    expect(losesAnything([question('a'), answer('')], 0, 'a')).toBe(false);
  });
});

describe('a pair that was deleted', () => {
  const before = [question('a'), answer('b'), question('c'), answer('d'), question('e'), answer('f')];
  const left = [...before.slice(0, 2), ...before.slice(4)];

  it('is a question with its answer, if there is one', () => {
    expect(pairAt(before, 2)).toEqual([question('c'), answer('d')]);
    expect(pairAt([question('a'), question('b')], 0)).toEqual([question('a')]);
    expect(pairAt([question('a')], 0)).toEqual([question('a')]);
  });

  it('comes into its place again, also after more was asked', () => {
    expect(withPair(left, before, 2)).toEqual(before);
    const more = [question('g'), answer('h')];
    expect(withPair([...left, ...more], before, 2)).toEqual([...before, ...more]);
    expect(withPair([], [question('a'), answer('b')], 0)).toEqual([question('a'), answer('b')]);
  });

  it('does not where other messages stand before it by now', () => {
    expect(withPair([question('x'), answer('b')], before, 2)).toBeNull();
    expect(withPair([], before, 2)).toBeNull();
  });

  it('counts no answer of which nothing came, which goes with the next change', () => {
    const odd = [question('a'), answer(''), question('c'), answer('d')];
    expect(withPair([question('a')], odd, 2)).toEqual([question('a'), question('c'), answer('d')]);
  });
});
