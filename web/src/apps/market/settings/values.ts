// What the form of an app's settings holds, checks and sends: only what has changed, and null for what is to be
// removed. A secret is never shown; it is kept unless somebody replaces or removes it. Pure.
import type { ConfigField } from '../types';

const MAX_LENGTH = 4000;

/** What one field holds while somebody types. */
export interface FieldDraft {
  /** Of all but a switch. */
  text: string;
  /** Of a switch. */
  on: boolean;
  /** Of a secret that is set: whether it stays, gets another value, or goes. */
  secret: 'keep' | 'replace' | 'clear';
}

export type Draft = Record<string, FieldDraft>;
export type Fault = 'required' | 'number' | 'long';
export type Values = Record<string, string | number | boolean | null>;

/** The form as it opens. */
export function draftOf(fields: readonly ConfigField[]): Draft {
  return Object.fromEntries(fields.map((field) => [field.key, fieldDraftOf(field)]));
}

function fieldDraftOf({ type, value, default: usual, is_set: isSet }: ConfigField): FieldDraft {
  const shown = value ?? null;
  return {
    text: type === 'secret' || shown === null || type === 'boolean' ? '' : textOf(shown),
    on: (shown ?? usual) === true,
    secret: type === 'secret' && isSet ? 'keep' : 'replace',
  };
}

/** What the author's default looks like in an empty field; empty without one. */
export function placeholderOf({ default: usual }: ConfigField): string {
  return usual === null || usual === undefined || typeof usual === 'boolean' ? '' : textOf(usual);
}

/** What is wrong with a field; the server checks again. */
export function faultOf(field: ConfigField, draft: FieldDraft): Fault | undefined {
  if (field.type === 'boolean') return undefined;
  const text = draft.text.trim();
  if (isMissing(field, draft, text)) return 'required';
  if ([...draft.text].length > MAX_LENGTH) return 'long';
  return field.type === 'number' && text !== '' && !isNumber(text) ? 'number' : undefined;
}

/** A field that has to be set, has no default, and would have no value. */
function isMissing(field: ConfigField, draft: FieldDraft, text: string): boolean {
  if (!field.required || (field.default !== null && field.default !== undefined)) return false;
  if (field.type !== 'secret') return text === '';
  return draft.secret === 'clear' || (draft.secret === 'replace' && text === '');
}

/** The fields with a fault, by key. */
export function faultsOf(fields: readonly ConfigField[], draft: Draft): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  for (const field of fields) {
    const own = draft[field.key];
    const fault = own && faultOf(field, own);
    if (fault) faults[field.key] = fault;
  }
  return faults;
}

/** What to send: the values that differ from those that the server has. */
export function changedValues(fields: readonly ConfigField[], draft: Draft): Values {
  const values: Values = {};
  for (const field of fields) {
    const own = draft[field.key];
    const value = own && changedValue(field, own);
    if (value !== undefined) values[field.key] = value;
  }
  return values;
}

function changedValue(field: ConfigField, draft: FieldDraft): Values[string] | undefined {
  if (field.type === 'secret') return changedSecret(field, draft);
  if (field.type === 'boolean') return draft.on === fieldDraftOf(field).on ? undefined : draft.on;
  const text = field.type === 'number' ? draft.text.trim() : draft.text;
  if (text === fieldDraftOf(field).text) return undefined;
  if (text.trim() === '') return field.is_set ? null : undefined;
  return field.type === 'number' ? Number(text) : text;
}

function changedSecret({ is_set: isSet }: ConfigField, { secret, text }: FieldDraft): string | null | undefined {
  if (secret === 'clear') return isSet ? null : undefined;
  return secret === 'replace' && text !== '' ? text : undefined;
}

/** `Number` takes `0x10` and `Infinity` too. */
function isNumber(text: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i.test(text);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
