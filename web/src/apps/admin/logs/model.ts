// Reads rows of the log for people, pure. The row as it is stored stands behind the sentence: a log hides nothing.
import type { Words } from '../registry';
import type { LogEntry } from '../types';
import type { TargetPlace } from './place';
import type { LogsKey } from './i18n/zh';

type Say = (key: LogsKey, params?: Record<string, string | number>) => string;
type Detail = Readonly<Record<string, unknown>>;

/** What turns codes and ids into words. */
export interface Vocabulary {
  say: Say;
  language: 'zh' | 'en';
  words: Pick<Words, 'action' | 'field' | 'value' | 'sentence'>;
  /** By user ID. */
  names: Readonly<Record<string, string>>;
  className: (digits: string) => string;
  moment: (iso: string) => string;
  /** Where an app shows something; empty for nowhere. */
  pathOf: (place: TargetPlace) => string;
}

/** A piece of a sentence; with a path it leads to what it names. */
export interface Piece {
  text: string;
  path?: string;
}

export interface DetailPart {
  key: string;
  value: string;
}

export interface Sentence {
  pieces: Piece[];
  /** What the sentence does not say. */
  rest: DetailPart[];
}

const MANY = 3;
const PLACE = /\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}/g;
/** Means nothing to people and stands in the stored row: ids of what is no member, and counters. */
const MACHINE = /(^|_)(node|ids?|revision)$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const USER_ID = /^\d{6}$/;

/** The name of whoever did it. */
export function actorOf({ admin_id: id }: Pick<LogEntry, 'admin_id'>, { say, names }: Vocabulary): string {
  if (id === 'system') return say('actor.system');
  return names[id] ?? say('member.gone', { id });
}

/** A row as a sentence without its beginning, the name of whoever did it. */
export function sentenceOf(entry: LogEntry, vocabulary: Vocabulary): Sentence {
  const detail = parse(entry.detail);
  const template = vocabulary.words.sentence(entry.action) || `${vocabulary.words.action(entry.action)} {target}`;
  const pieces: Piece[] = [];
  const said = new Set<string>();
  const add = (piece: Piece): void => {
    const last = pieces[pieces.length - 1];
    if (last && !last.path && !piece.path) last.text += piece.text;
    else if (piece.text) pieces.push({ ...piece });
  };
  let done = 0;
  for (const match of template.matchAll(PLACE)) {
    const [place, name = '', yes, no] = match;
    add({ text: template.slice(done, match.index) });
    done = match.index + place.length;
    said.add(name);
    if (yes !== undefined) add({ text: holds(detail[name]) ? yes : (no ?? '') });
    else if (name === 'target') add(targetOf(entry, vocabulary));
    else add({ text: holds(detail[name]) || detail[name] === 0 ? valueText(name, detail[name], vocabulary) : '' });
  }
  add({ text: template.slice(done) });
  return { pieces, rest: restOf(detail, said, vocabulary) };
}

function parse(text: string): Detail {
  try {
    const parsed: unknown = JSON.parse(text || '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Detail) : {};
  } catch {
    return {};
  }
}

function holds(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function targetOf({ target, target_label, target_place, target_gone }: LogEntry, vocabulary: Vocabulary): Piece {
  const path = target_place && vocabulary.pathOf(target_place);
  if (target_label) return { text: target_label[vocabulary.language], ...(path && { path }) };
  if (target_gone) return { text: vocabulary.say('target.gone') };
  if (USER_ID.test(target)) return memberOf(target, vocabulary);
  const name = vocabulary.words.value('target', target);
  return { text: name === target ? vocabulary.say('target.unnamed') : name };
}

function memberOf(id: string, { names, say }: Vocabulary): Piece {
  const name = names[id];
  return name === undefined ? { text: say('member.gone', { id }) } : { text: name, path: `admin/members/${id}` };
}

function restOf(detail: Detail, said: ReadonlySet<string>, vocabulary: Vocabulary): DetailPart[] {
  return Object.entries(detail)
    .filter(([name, value]) => {
      if (said.has(name) || value === null || value === '' || (name === 'role' && value === 'all')) return false;
      return !MACHINE.test(name) || namesMembers(value, vocabulary);
    })
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => ({ key: vocabulary.words.field(name), value: valueText(name, value, vocabulary) }));
}

function namesMembers(value: unknown, { names }: Vocabulary): boolean {
  if (value === 'all') return true;
  return (Array.isArray(value) ? value : [value]).some((id) => typeof id === 'string' && id in names);
}

function valueText(name: string, value: unknown, vocabulary: Vocabulary): string {
  const { say } = vocabulary;
  if (value === true) return say('detail.yes');
  if (value === false) return say('detail.no');
  if (value === 'all') return say('detail.all');
  const parts = Array.isArray(value) ? value : listOf(name, value);
  if (parts.length > MANY && parts.every((part) => typeof part === 'string' && USER_ID.test(part)))
    return say('detail.many', { n: parts.length });
  return parts.map((part) => word(name, part, vocabulary)).join(say('detail.comma'));
}

/** A row holds its classes as one text. */
function listOf(name: string, value: unknown): unknown[] {
  return name === 'classes' && typeof value === 'string' ? value.split(',') : [value];
}

function word(name: string, value: unknown, vocabulary: Vocabulary): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (name === 'class' || name === 'classes') return vocabulary.className(text);
  if (MOMENT.test(text)) return vocabulary.moment(text);
  if (USER_ID.test(text)) return vocabulary.names[text] ?? vocabulary.say('member.gone', { id: text });
  return vocabulary.words.value(name, text);
}
