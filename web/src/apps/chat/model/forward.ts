// What was forwarded from elsewhere in the portal, as a card shows it. The content is JSON that other
// clients write too, so nothing in it is taken for granted; pure.
import { withoutMarks } from '@/core/without-marks';

export interface ForwardedAnswer {
  question: string;
  /** Markdown. */
  content: string;
  model: string;
}

export interface Card {
  title: string;
  lines: string[];
}

const TITLES = ['title', 'name', 'question', 'conversation_title', 'room_code'];
const BODIES = ['content', 'summary', 'text', 'answer', 'excerpt', 'description'];
const LISTS = ['messages', 'items', 'songs'];
const MAX_LINES = 4;
const LONGEST = 200;

/** A question and its answer that were forwarded from the AI chat; null where there is no answer. */
export function answerOf(content: string): ForwardedAnswer | null {
  const value = parse(content);
  if (value === null || Array.isArray(value)) return null;
  const { question, content: answer, model } = value;
  if (typeof answer !== 'string' || answer.trim() === '') return null;
  return { question: wordsOf(question), content: answer, model: wordsOf(model) };
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The number of a post that was forwarded from the community; null where there is none. */
export function postOf(content: string): number | null {
  const value = parse(content);
  const id = value !== null && !Array.isArray(value) ? value.post_id : null;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The beginning of an answer in one line, without the marks of Markdown. */
export function excerptOf(markdown: string): string {
  return cut(withoutMarks(markdown.slice(0, 4 * LONGEST)));
}

/** Reads a card out of a forward; null when there is nothing to read. */
export function cardOf(content: string): Card | null {
  const value = parse(content);
  if (value === null) return content.trim() ? { title: '', lines: [cut(content)] } : null;
  const record = Array.isArray(value) ? { messages: value as unknown[] } : value;
  const list = first(record, LISTS);
  const lines = Array.isArray(list) ? list.slice(0, MAX_LINES).map(lineOf).filter(Boolean) : [];
  const body = first(record, BODIES);
  if (typeof body === 'string') lines.unshift(cut(body));
  const title = first(record, TITLES);
  const card = { title: typeof title === 'string' ? cut(title) : '', lines: lines.slice(0, MAX_LINES) };
  return card.title || card.lines.length > 0 ? card : null;
}

function lineOf(value: unknown): string {
  if (typeof value === 'string') return cut(value);
  const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const text = first(record, [...BODIES, ...TITLES]);
  const role = record.role === 'user' || record.role === 'assistant' ? record.role : '';
  if (typeof text !== 'string') return '';
  return role === 'user' ? `❓ ${cut(text)}` : cut(text);
}

function first(record: Record<string, unknown>, keys: readonly string[]): unknown {
  return keys.map((key) => record[key]).find((value) => value !== undefined && value !== '');
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function parse(content: string): Record<string, unknown> | unknown[] | null {
  try {
    const value = JSON.parse(content) as unknown;
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
