// Pages and pushes that cross each other on the way.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watch } from 'vue';
import type { History } from '../api';
import * as api from '../api';
import type { Message } from '../types';
import * as timelines from './timelines';
import { message } from '../model/testing';

const range = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, i) => message(from + i));
const seqs = (): number[] => (timelines.historyOf('public').timeline?.messages ?? []).map(({ seq }) => seq);
let answer: (page: History) => void;
/** All that were asked, with what they asked for. */
let asked: { where: object; answer: (page: History) => void }[];

beforeEach(() => {
  vi.useFakeTimers();
  timelines.forget();
  vi.spyOn(api, 'listMessages').mockImplementation(
    (_, where = {}) =>
      new Promise((done) => {
        answer = done;
        asked.push({ where, answer: done });
      }),
  );
  asked = [];
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
  timelines.applyRecall('public', 'm9');
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
  expect(timelines.historyOf('public').timeline?.messages[1]?.content).toBe('新');
});

it('takes a busy room in together', async () => {
  const loading = timelines.loadNewest('public');
  answer({ messages: [], has_more: false });
  await loading;
  const before = timelines.historyOf('public').timeline;
  for (let seq = 1; seq <= 50; seq += 1) timelines.pushed(message(seq));
  expect(timelines.historyOf('public').timeline).toBe(before);
  vi.advanceTimersByTime(50);
  expect(seqs()).toHaveLength(50);
});

async function load(messages: Message[], has_more: boolean): Promise<void> {
  const loading = timelines.loadNewest('public');
  answer({ messages, has_more });
  await loading;
}

async function jump(seq: number): Promise<void> {
  const jumping = timelines.jumpTo('public', seq);
  const [older, newer] = asked.slice(-2);
  older?.answer({ messages: range(seq - 2, seq), has_more: true });
  newer?.answer({ messages: range(seq + 1, seq + 2), has_more: true });
  await jumping;
}

it('puts no page onto a piece it was not asked for', async () => {
  await load(range(90, 99), true);
  const older = timelines.loadMore('public', 'older');
  const late = answer;
  await jump(50);
  late({ messages: range(80, 89), has_more: false });
  await older;
  expect(seqs()).toEqual([48, 49, 50, 51, 52]);
  expect(timelines.historyOf('public')).toMatchObject({ paging: '', timeline: { hasOlder: true, hasNewer: true } });
});

it('puts no page onto a piece that was read anew meanwhile', async () => {
  await load(range(90, 99), true);
  const older = timelines.loadMore('public', 'older');
  const late = answer;
  timelines.markStale();
  timelines.refreshStale();
  answer({ messages: range(95, 104), has_more: true });
  await vi.waitFor(() => expect(seqs()).toEqual(range(95, 104).map(({ seq }) => seq)));
  late({ messages: range(80, 89), has_more: true });
  await older;
  expect(seqs()[0]).toBe(95);
});

it('of two jumps shows the later, and no newest page that was on its way before', async () => {
  const loading = timelines.loadNewest('public');
  const newest = answer;
  const first = timelines.jumpTo('public', 20);
  const early = asked.slice(-2);
  await jump(50);
  newest({ messages: range(90, 99), has_more: true });
  early.forEach((one) => one.answer({ messages: [], has_more: true }));
  expect(await first).toBe(false);
  await loading;
  expect(seqs()).toEqual([48, 49, 50, 51, 52]);
});

it('goes back to the present without an empty moment', async () => {
  await load(range(90, 99), true);
  await jump(50);
  const back = timelines.backToPresent('public');
  expect(seqs()).toHaveLength(5);
  answer({ messages: range(90, 99), has_more: true });
  await back;
  expect(seqs()).toEqual(range(90, 99).map(({ seq }) => seq));
});

it('leaves no hole between what was pushed and a page that does not reach it', async () => {
  const loading = timelines.loadNewest('public');
  range(100, 120).forEach(timelines.pushed);
  answer({ messages: range(9951, 10_000), has_more: true });
  await loading;
  expect(seqs()).toEqual(range(9951, 10_000).map(({ seq }) => seq));
});

it('keeps nothing of what it cannot vouch for', async () => {
  await load(range(90, 99), true);
  timelines.edited('public', 'm99', (old) => ({ ...old, reactions: [{ emoji: '👍', count: 1, user_ids: ['a'] }] }));
  range(100, 120).forEach(timelines.pushed);
  timelines.markStale();
  timelines.refreshStale();
  timelines.pushed(message(131));
  answer({ messages: [message(99, { recalled: true, content: '' }), ...range(121, 130)], has_more: true });
  await vi.waitFor(() => expect(seqs()).toEqual([99, ...range(121, 131).map(({ seq }) => seq)]));
  expect(timelines.historyOf('public').timeline?.messages[0]).toMatchObject({
    recalled: true,
    content: '',
    reactions: [],
  });
});

it('asks once more where something may have been missed while an answer was on its way', async () => {
  const loading = timelines.loadNewest('public');
  timelines.markStale();
  timelines.refreshStale();
  expect(asked).toHaveLength(1);
  answer({ messages: [message(5)], has_more: false });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  answer({ messages: [message(5), message(6)], has_more: false });
  await loading;
  expect(seqs()).toEqual([5, 6]);
});

it('stays in doubt until the server has answered', async () => {
  await load(range(90, 99), true);
  timelines.markStale();
  vi.spyOn(api, 'listMessages').mockRejectedValueOnce(new Error('away'));
  await timelines.loadNewest('public');
  expect(seqs()).toHaveLength(10);
  timelines.refreshStale();
  answer({ messages: [message(5)], has_more: false });
  await vi.waitFor(() => expect(seqs()).toEqual([5]));
});

it('reads anew around the place where someone reads', async () => {
  await load(range(90, 99), true);
  await jump(50);
  timelines.markStale();
  timelines.refreshStale();
  expect(asked.slice(-2).map(({ where }) => where)).toEqual([{ before: 51 }, { after: 50 }]);
  timelines.keepPosition('public', 51);
  timelines.markStale();
  asked.slice(-2).forEach((one) => one.answer({ messages: [], has_more: true }));
  await vi.waitFor(() => expect(asked.slice(-1)[0]?.where).toEqual({ after: 51 }));
  const [older, newer] = asked.slice(-2);
  expect([older?.where, newer?.where]).toEqual([{ before: 52 }, { after: 51 }]);
  older?.answer({ messages: range(50, 51), has_more: true });
  newer?.answer({ messages: range(52, 53), has_more: true });
  await vi.waitFor(() => expect(seqs()).toEqual([50, 51, 52, 53]));
});

it('shows what a jump was for, though the connection comes up while it is on its way', async () => {
  const jumping = timelines.jumpTo('public', 50);
  const [older, newer] = asked;
  timelines.markStale();
  timelines.refreshStale();
  older?.answer({ messages: range(48, 50), has_more: true });
  newer?.answer({ messages: range(51, 52), has_more: true });
  expect(await jumping).toBe(true);
  const [before, after] = asked.slice(-2);
  expect([before?.where, after?.where]).toEqual([{ before: 51 }, { after: 50 }]);
  before?.answer({ messages: range(47, 50), has_more: true });
  after?.answer({ messages: range(51, 52), has_more: true });
  await vi.waitFor(() => expect(seqs()).toEqual([47, 48, 49, 50, 51, 52]));
});

it('opens in the present a room that was left in the past', async () => {
  await jump(50);
  timelines.leave('public');
  expect(timelines.historyOf('public').timeline).toBeUndefined();
});

it('keeps an answer from a room that was cleared meanwhile', async () => {
  const loading = timelines.loadNewest('public');
  timelines.forget();
  answer({ messages: range(1, 5), has_more: false });
  await loading;
  expect(timelines.historyOf('public').timeline).toBeUndefined();
});

it('is never empty for a moment to whoever follows it', async () => {
  await load(range(90, 99), true);
  const seen: number[] = [];
  const stop = watch(seqs, (now) => seen.push(now.length), { flush: 'sync' });
  const older = timelines.loadMore('public', 'older');
  answer({ messages: range(80, 89), has_more: false });
  await older;
  stop();
  expect([...new Set(seen)]).toEqual([10, 20]);
});

it('says why when it cannot be read, and keeps what is there', async () => {
  vi.spyOn(api, 'listMessages').mockRejectedValue(new Error('away'));
  await timelines.loadNewest('public');
  expect(timelines.historyOf('public')).toMatchObject({ busy: false, failure: { status: 0 } });
});

const LIKED = [{ emoji: '👍', count: 1, user_ids: ['a'] }];
const liked = (old: Message): Message => ({ ...old, reactions: LIKED });
const reworded = (old: Message): Message => ({ ...old, content: '新', edited_at: '2026-11-21T00:01:00.000Z' });
const shown = (): readonly Partial<Message>[] => timelines.historyOf('public').timeline?.messages ?? [];

it.each(['newest', 'older', 'jump'])(
  'keeps what changed of a message that was only in a page on its way: %s',
  async (way) => {
    if (way === 'older') await load(range(90, 99), true);
    const reading =
      way === 'newest'
        ? timelines.loadNewest('public')
        : way === 'older'
          ? timelines.loadMore('public', 'older')
          : timelines.jumpTo('public', 2);
    const [first, second] = asked.slice(way === 'jump' ? -2 : -1);
    // Of two pages of a jump, the first has come already.
    const page = range(1, 4).map((one) => (one.seq === 4 ? { ...one, reply: { id: 'm3' } as never } : one));
    if (second) first?.answer({ messages: page, has_more: true });
    await Promise.resolve();
    timelines.edited('public', 'm1', reworded);
    timelines.edited('public', 'm2', liked);
    timelines.applyRecall('public', 'm3');
    timelines.edited('elsewhere', 'm4', liked);
    (second ?? first)?.answer({ messages: second ? [] : page, has_more: false });
    await reading;
    expect(shown().slice(0, 4)).toMatchObject([
      { seq: 1, content: '新' },
      { seq: 2, reactions: LIKED },
      { seq: 3, recalled: true, content: '' },
      { seq: 4, reactions: [], reply: { recalled: true, content: '' } },
    ]);
  },
);

it('puts no older change over what a page says', async () => {
  const loading = timelines.loadNewest('public');
  timelines.edited('public', 'm1', reworded);
  const newer = { content: '更新', edited_at: '2026-11-21T00:02:00.000Z' };
  answer({ messages: [message(1, newer)], has_more: false });
  await loading;
  expect(shown()[0]).toMatchObject(newer);
});
