// Where messages in review stand among the others, and which file words stand below.
import { expect, it } from 'vitest';
import type { Message } from '../types';
import type { Outgoing } from './outgoing';
import { endsInNew, fileAbove, rowsOf, type RowSources } from './rows';
import { message } from './testing';

const at = (minute: number): string => new Date(2026, 10, 21, 9, minute).toISOString();

const review = (after: number, more: Partial<Outgoing> = {}): Outgoing => ({
  temp_id: `r${after}`,
  room_id: 'public',
  draft: { content: 'x', msg_type: 'text' },
  state: 'in_review',
  at: 1,
  reason: '',
  after,
  ...more,
});
const MESSAGES = [message(2), message(3), message(4, { sender_id: 'a' })];

/** A message by its number, `!` and `.` where a group begins and ends; what is on its way by its key. */
function rows(outgoing: Outgoing[], more: Partial<RowSources> = {}): string[] {
  const sources = { messages: MESSAGES, outgoing, hasNewer: false, hasOlder: false, me: 'a', readSeq: null, ...more };
  return rowsOf(sources).map((row) =>
    row.kind === 'message'
      ? `${row.message.seq}${row.first ? '!' : ''}${row.last ? '.' : ''}`
      : row.key.replace(/ .*/, ''),
  );
}

it('shows what is in review where it was sent, and apart from what others say around it', () => {
  expect(rows([review(2)])).toEqual(['day', '2!.', 'r2', '3!.', '4!.']);
  expect(rows([review(0)], { messages: [] })).toEqual(['r0']);
});

it('shows what is on its way behind what is in review', () => {
  const leaving = review(0, { temp_id: 't', state: 'queued', after: undefined });
  expect(rows([leaving, review(4), review(1)])).toEqual(['r1', 'day', '2!', '3.', '4!.', 'r4', 't']);
});

it('leaves out what is in review elsewhere in the history, and what is published', () => {
  const elsewhere = [review(1), review(9)];
  expect(rows(elsewhere, { hasOlder: true, hasNewer: true })).toEqual(['day', '2!', '3.', '4!.']);
  const messages = [...MESSAGES, message(5, { sender_id: 'a', temp_id: 'r3' })];
  expect(rows([review(3)], { messages })).toEqual(['day', '2!', '3.', '4!', '5.']);
});

it('shows what is in review under the day on which it was written', () => {
  const evening = new Date(2026, 10, 20, 20).getTime();
  const morning = new Date(2026, 10, 21, 7).getTime();
  const messages = [message(2, { created_at: new Date(evening).toISOString(), sender_id: 'a' }), message(3)];
  const outgoing = [review(2, { at: evening, temp_id: 'old' }), review(2, { at: morning, temp_id: 'new' })];
  expect(rows(outgoing, { messages })).toEqual(['day', '2!.', 'old', 'day', 'new', '3!.']);
  const sources = { messages, outgoing, hasNewer: false, hasOlder: false, me: 'a', readSeq: null };
  const begins = rowsOf(sources).flatMap((row) => (row.kind === 'outgoing' ? row.first : []));
  expect(begins).toEqual([false, true]);
});

it('ends in something new where its author has just sent it, and not where it was there or is in review', () => {
  const of = (...outgoing: Outgoing[]) =>
    rowsOf({ messages: MESSAGES, outgoing, hasNewer: false, hasOlder: false, me: 'a', readSeq: null });
  const sent = review(0, { temp_id: 't', state: 'queued', after: undefined });
  const next = { ...sent, temp_id: 'u' };
  expect(endsInNew(of(sent), of())).toBe(true);
  expect(endsInNew(of(sent), of(sent, next))).toBe(false);
  expect(endsInNew(of(review(4)), of())).toBe(false);
  expect(endsInNew(of(), of(sent))).toBe(false);
});

it('finds the file right above words of the same sender, which may be its caption', () => {
  const picture = message(1, { type: 'image' });
  const words = message(2, { created_at: at(1) });
  const above = (one: Message, other: Message): string | undefined => fileAbove([one, other], other)?.id;
  expect(above(picture, words)).toBe('m1');
  for (const one of [{ recalled: true }, { sender_id: 'c' }, { type: 'text' }, { via: { id: 1, name: 'I' } }]) {
    expect(above({ ...picture, ...one }, words)).toBeUndefined();
  }
  expect(above(picture, { ...words, type: 'image' })).toBeUndefined();
  expect(above(picture, { ...words, created_at: at(6) })).toBeUndefined();
  expect(fileAbove([words], words)).toBeUndefined();
});
