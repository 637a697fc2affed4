// Pages and pushes that cross each other on the way.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { History } from '../api';
import * as api from '../api';
import type { Message } from '../types';
import * as timelines from './timelines';

function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`, seq, room_id: 'public', type: 'text', content: `${seq}`, sender_id: 'b', sender_name: 'B',
    mentions: [], reactions: [], recalled: false, created_at: '2026-11-21T00:00:00.000Z', ...more,
  };
}
const seqs = (): number[] => (timelines.shelfOf('public').line?.messages ?? []).map(({ seq }) => seq);
let answer: (page: History) => void;

beforeEach(() => {
  vi.useFakeTimers();
  timelines.forget();
  vi.spyOn(api, 'listMessages').mockImplementation(() => new Promise((done) => (answer = done)));
});
afterEach(() => vi.useRealTimers());

it('keeps what was pushed while the first page was on its way', async () => {
  const loading = timelines.loadNewest('public');
  timelines.pushed(message(9));
  vi.advanceTimersByTime(100);
  answer({ messages: [message(5), message(7)], has_more: false });
  await loading;
  expect(seqs()).toEqual([5, 7, 9]);
});

it('keeps taken back what was, whatever a page on its way says', async () => {
  const loading = timelines.loadNewest('public');
  timelines.pushed(message(9));
  timelines.taken('public', 'm9');
  answer({ messages: [message(5)], has_more: false });
  await loading;
  expect(seqs()).toEqual([5]);
});

it('puts an edit on what was pushed just before', async () => {
  const loading = timelines.loadNewest('public');
  answer({ messages: [message(5)], has_more: false });
  await loading;
  timelines.pushed(message(9));
  timelines.edited('public', 'm9', (old) => ({ ...old, content: '新', edited_at: 'x' }));
  expect(timelines.shelfOf('public').line?.messages[1]?.content).toBe('新');
});

it('takes a busy room in together', async () => {
  const loading = timelines.loadNewest('public');
  answer({ messages: [], has_more: false });
  await loading;
  const before = timelines.shelfOf('public').line;
  for (let seq = 1; seq <= 50; seq += 1) timelines.pushed(message(seq));
  expect(timelines.shelfOf('public').line).toBe(before);
  vi.advanceTimersByTime(50);
  expect(seqs()).toHaveLength(50);
});

it('says why when it cannot be read, and keeps what is there', async () => {
  vi.spyOn(api, 'listMessages').mockRejectedValue(new Error('away'));
  await timelines.loadNewest('public');
  expect(timelines.shelfOf('public')).toMatchObject({ busy: false, failure: { status: 0 } });
});
