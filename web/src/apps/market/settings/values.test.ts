// The settings of an app: only what was changed is sent, and a secret never comes back.
import { expect, it } from 'vitest';
import type { ConfigField } from '../types';
import { changedValues, draftOf, faultsOf, placeholderOf, type Draft, type FieldDraft } from './values';

function field(key: string, type: string, more: Partial<ConfigField> = {}): ConfigField {
  return { key, label: key, type, required: false, default: null, value: null, is_set: false, ...more };
}

function edited(fields: ConfigField[], key: string, change: Partial<FieldDraft>): Draft {
  const draft = draftOf(fields);
  return { ...draft, [key]: { ...(draft[key] as FieldDraft), ...change } };
}

const title = field('TITLE', 'string', { value: '下棋', is_set: true });
const rounds = field('ROUNDS', 'number', { default: 3 });
const key = field('KEY', 'secret', { is_set: true, required: true });
const open = field('OPEN', 'boolean', { default: true });
const all = [title, rounds, key, open];

it('sends nothing that was not changed', () => {
  expect(changedValues(all, draftOf(all))).toEqual({});
});

it('shows the default of the author in the empty field, and does not send it', () => {
  expect(draftOf(all).ROUNDS?.text).toBe('');
  expect(placeholderOf(rounds)).toBe('3');
  expect(draftOf(all).OPEN?.on).toBe(true);
  expect(placeholderOf(open)).toBe('');
});

it('sends texts, numbers and switches as what they are', () => {
  expect(changedValues(all, edited(all, 'TITLE', { text: ' 五子棋 ' }))).toEqual({ TITLE: ' 五子棋 ' });
  expect(changedValues(all, edited(all, 'ROUNDS', { text: ' 5 ' }))).toEqual({ ROUNDS: 5 });
  expect(changedValues(all, edited(all, 'OPEN', { on: false }))).toEqual({ OPEN: false });
});

it('removes a value whose field was emptied, so that the default holds again', () => {
  expect(changedValues(all, edited(all, 'TITLE', { text: '' }))).toEqual({ TITLE: null });
  expect(changedValues(all, edited(all, 'ROUNDS', { text: '  ' }))).toEqual({});
});

it('keeps a secret unless somebody replaces or removes it', () => {
  expect(draftOf(all).KEY).toEqual({ text: '', on: false, secret: 'keep' });
  expect(changedValues(all, edited(all, 'KEY', { secret: 'replace', text: 's3cret' }))).toEqual({ KEY: 's3cret' });
  expect(changedValues(all, edited(all, 'KEY', { secret: 'replace', text: '' }))).toEqual({});
  expect(changedValues(all, edited(all, 'KEY', { secret: 'clear' }))).toEqual({ KEY: null });
});

it('asks for what has to be set and has no default', () => {
  const needed = [field('A', 'string', { required: true }), field('B', 'string', { required: true, default: 'x' })];
  expect(faultsOf(needed, draftOf(needed))).toEqual({ A: 'required' });
  expect(faultsOf(all, edited(all, 'KEY', { secret: 'clear' }))).toEqual({ KEY: 'required' });
  expect(faultsOf(all, edited(all, 'KEY', { secret: 'replace' }))).toEqual({ KEY: 'required' });
  expect(faultsOf(all, draftOf(all))).toEqual({});
});

it('takes plain numbers only', () => {
  for (const text of ['12', '-0.5', '1e3', '']) expect(faultsOf(all, edited(all, 'ROUNDS', { text }))).toEqual({});
  for (const text of ['0x10', 'Infinity', '3 只', '1,5']) {
    expect(faultsOf(all, edited(all, 'ROUNDS', { text }))).toEqual({ ROUNDS: 'number' });
  }
});

it('refuses a text that the server would not keep', () => {
  expect(faultsOf(all, edited(all, 'TITLE', { text: '字'.repeat(4001) }))).toEqual({ TITLE: 'long' });
});
