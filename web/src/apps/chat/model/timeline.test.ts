// History and what is pushed, in any order: nothing twice, nothing missing, nothing old over new.
import { describe, expect, it } from 'vitest';
import type { Message } from '../types';
import {
  changed,
  indexAfter,
  later,
  MAX_KEPT,
  recalled,
  withChange,
  withNewer,
  withNewest,
  withOlder,
  withPushed,
  type Timeline,
} from './timeline';

function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    seq,
    room_id: 'public',
    type: 'text',
    content: `${seq}`,
    sender_id: '260101',
    sender_name: '夏天',
    mentions: [],
    reactions: [],
    recalled: false,
    created_at: '2026-11-21T00:00:00.000Z',
    ...more,
  };
}
const several = (...seqs: number[]): Message[] => seqs.map((seq) => message(seq));
const seqs = ({ messages }: Timeline): number[] => messages.map(({ seq }) => seq);
const line = (...numbers: number[]): Timeline => ({ messages: several(...numbers), hasOlder: true, hasNewer: false });

describe('a restored message', () => {
  it('is shown again, and so is what quotes it', () => {
    const quote = { id: 'm1', sender_id: '260101', sender_name: '夏天', type: 'text', content: '1', recalled: false };
    const empty = recalled({ ...line(1), messages: [message(1), message(2, { reply: quote })] }, 'm1');
    expect(empty.messages).toMatchObject([{ recalled: true, content: '' }, { reply: { recalled: true, content: '' } }]);
    expect(changed(empty, 'm1', () => message(1)).messages).toMatchObject([
      { recalled: false, content: '1' },
      { reply: { recalled: false, content: '1' } },
    ]);
  });

  it('is said to be removed by nobody, as is what quotes it', () => {
    const quote = { id: 'm1', sender_id: '260101', sender_name: '夏天', type: 'text', content: '1', recalled: false };
    const removed = recalled({ ...line(1), messages: [message(1), message(2, { reply: quote })] }, 'm1', 'moderator');
    expect(removed.messages).toMatchObject([{ removed_by: 'moderator' }, { reply: { removed_by: 'moderator' } }]);
    const restored = changed(removed, 'm1', () => message(1)).messages;
    expect([restored[0]?.removed_by, restored[1]?.reply?.removed_by]).toEqual([undefined, undefined]);
  });

  it('is believed more than a page from before', () => {
    expect(withChange(message(1, { recalled: true, content: '' }), message(1))).toMatchObject({ recalled: false });
  });
});

describe('a history', () => {
  it('is the same in whatever order its pieces arrive', () => {
    const pushedFirst = withNewest(withPushed(line(), message(9)), { messages: several(5, 7, 9), has_more: true });
    const pageFirst = withPushed(withNewest(undefined, { messages: several(5, 7), has_more: true }), message(9));
    expect(seqs(pushedFirst)).toEqual([5, 7, 9]);
    expect(seqs(pageFirst)).toEqual([5, 7, 9]);
  });

  it('shows a message once, though history, push and answer all bring it', () => {
    let now = withNewest(undefined, { messages: several(5, 7), has_more: false });
    for (const seq of [7, 9, 9, 5]) now = withPushed(now, message(seq));
    expect(seqs(now)).toEqual([5, 7, 9]);
  });

  it('takes what was pushed out of order to its place', () => {
    expect(seqs(withPushed(withPushed(line(5), message(9)), message(7)))).toEqual([5, 7, 9]);
  });

  it('grows at both ends and knows where they are', () => {
    const older = withOlder(line(5, 7), { messages: several(1, 3), has_more: false });
    expect(seqs(older)).toEqual([1, 3, 5, 7]);
    expect(older.hasOlder).toBe(false);
    const newer = withNewer({ ...older, hasNewer: true }, { messages: several(9, 11), has_more: false });
    expect(seqs(newer)).toEqual([1, 3, 5, 7, 9, 11]);
    expect(newer.hasNewer).toBe(false);
  });

  it('begins anew where the newest page does not meet it: a hole is never shown', () => {
    const apart = withNewest(line(1, 3), { messages: several(90, 91), has_more: true });
    expect(seqs(apart)).toEqual([90, 91]);
    expect(apart.hasOlder).toBe(true);
    expect(seqs(withNewest(line(1, 3), { messages: several(3, 5), has_more: true }))).toEqual([1, 3, 5]);
    expect(seqs(withNewest(line(1, 3), { messages: several(5), has_more: false }))).toEqual([1, 3, 5]);
  });

  it('that was jumped to leaves out what comes after a gap', () => {
    const past = { ...line(5, 7), hasNewer: true };
    expect(withPushed(past, message(90))).toBe(past);
    expect(seqs(withPushed(past, message(7, { content: 'x' })))).toEqual([5, 7]);
  });

  it('leaves out what comes before a gap, but not what was there all along', () => {
    const late = line(90, 91);
    expect(withPushed(late, message(5))).toBe(late);
    expect(seqs(withPushed({ ...late, hasOlder: false }, message(5)))).toEqual([5, 90, 91]);
  });

  it('knows where what follows a number begins', () => {
    expect([0, 5, 6, 9, 10].map((seq) => indexAfter(several(5, 7, 9), seq))).toEqual([0, 1, 1, 3, 3]);
    expect(indexAfter([], 5)).toBe(0);
  });

  it('keeps a bounded number and says that there is more', () => {
    const full: Timeline = { ...line(...Array.from({ length: MAX_KEPT }, (_, i) => i + 1)), hasOlder: false };
    const more = withPushed(full, message(MAX_KEPT + 1));
    expect(more.messages).toHaveLength(MAX_KEPT);
    expect(more.hasOlder).toBe(true);
    expect(more.messages[0]?.seq).toBe(2);
  });
});

describe('a change', () => {
  const edited = { content: '新', edited_at: '2026-11-21T00:01:00.000Z' };

  it('is not undone by an older page', () => {
    const now = changed(line(5), 'm5', (old) => ({ ...old, ...edited }));
    expect(withNewest(now, { messages: several(5), has_more: false }).messages[0]?.content).toBe('新');
  });

  it('brings later reactions along', () => {
    const fresh = message(5, { ...edited, reactions: [{ emoji: '👍', count: 1, user_ids: ['1'] }] });
    expect(later(message(5), fresh)).toBe(fresh);
    expect(later(message(5, edited), message(5, { reactions: fresh.reactions })).reactions).toHaveLength(1);
  });

  it('of a recall empties the message and every quote of it, for good', () => {
    const reply = { id: 'm5', sender_id: '1', sender_name: 'a', type: 'text', content: '秘密', recalled: false };
    const now = recalled(withPushed(line(5), message(7, { reply })), 'm5');
    expect(JSON.stringify(now)).not.toContain('秘密');
    expect(now.messages[0]).toMatchObject({ recalled: true, content: '' });
    expect(withNewest(now, { messages: several(5), has_more: false }).messages[0]?.recalled).toBe(true);
  });

  it('of something that is not here changes nothing', () => {
    const now = line(5);
    expect(changed(now, 'x', (old) => old)).toBe(now);
    expect(recalled(now, 'x')).toBe(now);
  });
});
