// What of a rule that is written reaches the server, and what is said of it before.
import { expect, it } from 'vitest';
import type { WordRule } from '../types';
import { draftOf, faultsOf, fitKey, found, ruleOf, takesEffect } from './draft';
import { fieldOf } from './faults';

const RULE: WordRule = {
  id: '019a2f6e',
  class: null,
  term: '蛋',
  matching: 'substring',
  effect: 'hold',
  exceptions: ['鸡蛋', '蛋糕'],
  enabled: false,
  created_at: '2026-11-20T01:00:00.000Z',
  updated_at: '2026-11-20T01:00:00.000Z',
};
const typed = { ...draftOf(), term: ' 笨蛋 ' };

it('sends what a stored rule says when nothing was changed', () => {
  const { term, matching, effect, exceptions, enabled } = RULE;
  expect(ruleOf(draftOf(RULE))).toEqual({ term, matching, effect, exceptions, enabled });
});

it('takes one exception a line, without blank ones', () => {
  expect(ruleOf({ ...typed, exceptions: ' 鸡蛋\n\n 蛋糕 \n' })).toEqual({
    term: '笨蛋',
    matching: 'substring',
    effect: 'mask',
    exceptions: ['鸡蛋', '蛋糕'],
    enabled: true,
  });
});

it('sends no exceptions of a pattern, and keeps them in the form', () => {
  const draft = { ...draftOf(RULE), matching: 'pattern' as const };
  expect(ruleOf(draft).exceptions).toEqual([]);
  expect(ruleOf({ ...draft, matching: 'word' }).exceptions).toEqual(RULE.exceptions);
});

it('says what is missing or too long, in characters', () => {
  expect(faultsOf(typed)).toEqual({});
  expect(faultsOf({ ...typed, term: '  ' })).toEqual({ term: 'term_missing' });
  expect(faultsOf({ ...typed, term: '😀'.repeat(100) })).toEqual({});
  expect(faultsOf({ ...typed, term: '字'.repeat(101) })).toEqual({ term: 'term_long' });
  expect(faultsOf({ ...typed, exceptions: '字'.repeat(101) })).toEqual({ exceptions: 'exceptions_long' });
  const many = Array.from({ length: 21 }, (_, i) => i).join('\n');
  expect(faultsOf({ ...typed, exceptions: many })).toEqual({ exceptions: 'exceptions_many' });
  expect(faultsOf({ ...typed, exceptions: many, matching: 'pattern' })).toEqual({});
});

it('knows whether a rule still fits the same: what it does and whether it is on do not matter', () => {
  const key = fitKey(ruleOf(typed));
  expect(fitKey(ruleOf({ ...typed, term: '笨蛋', effect: 'block', enabled: false }))).toBe(key);
  expect(fitKey(ruleOf({ ...typed, matching: 'word' }))).not.toBe(key);
  expect(fitKey(ruleOf({ ...typed, exceptions: '笨蛋蛋' }))).not.toBe(key);
});

it('knows what takes effect by being saved', () => {
  const on = { ...RULE, enabled: true };
  const said = ruleOf(draftOf(on));
  expect(takesEffect(said)).toBe(true);
  expect(takesEffect(said, RULE)).toBe(true);
  expect(takesEffect({ ...said, effect: 'block' }, on)).toBe(true);
  expect(takesEffect({ ...said, term: '鸭蛋' }, on)).toBe(true);
  expect(takesEffect({ ...said, exceptions: [] }, on)).toBe(true);
  expect(takesEffect(said, on)).toBe(false);
  expect(takesEffect({ ...said, term: '鸭蛋', enabled: false }, on)).toBe(false);
});

it('finds a rule by its words and its exceptions', () => {
  const other = { ...RULE, id: '2', term: 'Spam', exceptions: [] };
  expect(found([RULE, other], ' ')).toHaveLength(2);
  expect(found([RULE, other], 'spam')).toEqual([other]);
  expect(found([RULE, other], '蛋糕')).toEqual([RULE]);
});

it('shows a refusal at the field that it speaks of', () => {
  const slugs = [
    'moderation_term_invalid',
    'moderation_term_empty',
    'moderation_pattern_invalid',
    'moderation_pattern_too_large',
    'moderation_pattern_empty',
    'moderation_exceptions_invalid',
    'moderation_too_many_rules',
    '',
  ];
  expect(slugs.map(fieldOf)).toEqual(['term', 'term', 'term', 'term', 'term', 'exceptions', null, null]);
});
