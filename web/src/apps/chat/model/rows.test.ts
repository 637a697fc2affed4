// Where messages in review stand among the others, and which file words stand below.
import { expect, it } from 'vitest';
import type { Message } from '../types';
import type { Outgoing } from './outgoing';
import { fileAbove, rowsOf, type RowSources } from './rows';

const at = (minute: number): string => new Date(2026, 10, 21, 9, minute).toISOString();

function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    seq,
    room_id: 'public',
    type: 'text',
    content: `${seq}`,
    sender_id: 'b',
    sender_name: 'B',
    mentions: [],
    reactions: [],
    recalled: false,
    created_at: at(0),
    ...more,
  };
}

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
