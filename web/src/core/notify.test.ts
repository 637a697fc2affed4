// The island's queue: priorities, waiting, do not disturb, history.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as notices from './notify';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  notices.resetNotices();
});
afterEach(() => vi.useRealTimers());

const shown = () => notices.notice.value?.title;

it('shows one after the other, each as long as its priority says', () => {
  notices.notify({ title: 'low', priority: 'low' });
  notices.notify({ title: 'normal' });
  expect(shown()).toBe('normal');
  vi.advanceTimersByTime(6000);
  expect(shown()).toBe('low');
  vi.advanceTimersByTime(4000);
  expect(shown()).toBeUndefined();
});

it('lets urgent ones interrupt, and goes on afterwards', () => {
  notices.notify({ title: 'a' });
  notices.notify({ title: 'b' });
  notices.notify({ title: 'fire', priority: 'urgent' });
  expect(shown()).toBe('fire');
  vi.advanceTimersByTime(8000);
  expect(shown()).toBe('a');
  vi.advanceTimersByTime(6000);
  expect(shown()).toBe('b');
});

it('shows the newest of several about one thing, and keeps all in the history', () => {
  notices.notify({ title: 'a1', topic: 'a' });
  notices.notify({ title: 'b1', topic: 'b' });
  notices.notify({ title: 'b2', topic: 'b' });
  notices.notify({ title: 'a2', topic: 'a' });
  expect(shown()).toBe('a2');
  vi.advanceTimersByTime(6000);
  expect(shown()).toBe('b2');
  vi.advanceTimersByTime(6000);
  expect(shown()).toBeUndefined();
  expect(notices.noticeHistory.value.map(({ title }) => title)).toEqual(['a2', 'b2', 'b1', 'a1']);
});

it('counts what somebody has closed as seen, and what went by itself as not', () => {
  const closed = notices.notify({ title: 'a' });
  notices.closeNotice(closed);
  notices.notify({ title: 'b' });
  vi.advanceTimersByTime(6000);
  expect([notices.notice.value, notices.unseenCount.value]).toEqual([null, 1]);
});

it('keeps a notice while it is pointed at', () => {
  notices.notify({ title: 'a' });
  notices.holdNotice(true);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe('a');
  notices.holdNotice(false);
  vi.advanceTimersByTime(6000);
  expect(shown()).toBeUndefined();
});

it('lets only urgent ones through when not to be disturbed', () => {
  notices.notify({ title: 'now' });
  notices.setDoNotDisturb(true);
  notices.notify({ title: 'quiet' });
  expect(shown()).toBeUndefined();
  notices.notify({ title: 'fire', priority: 'urgent' });
  expect(shown()).toBe('fire');
  expect(notices.unseenCount.value).toBe(3);
  notices.resetNotices();
  expect(notices.doNotDisturb.value).toBe(true);
});

it('lets only urgent ones through for each reason to be quiet, and tells others again afterwards', () => {
  for (const reason of ['hours', 'lesson', 'exam'] as const) {
    notices.setQuiet(reason, true);
    notices.notify({ title: 'quiet' });
    expect(shown()).toBeUndefined();
    notices.dismissNotice(notices.notify({ title: 'fire', priority: 'urgent' }));
    notices.setQuiet(reason, false);
    notices.dismissNotice(notices.notify({ title: 'news' }));
  }
  expect(notices.noticeHistory.value).toHaveLength(9);
  notices.notify({ title: 'last' });
  expect(shown()).toBe('last');
});

it('says of several reasons an exam before a lesson before the hours, and is quiet until the last one ends', () => {
  expect(notices.quietReason.value).toBeUndefined();
  notices.setQuiet('hours', true);
  notices.setQuiet('exam', true);
  notices.setQuiet('lesson', true);
  expect(notices.quietReason.value).toBe('exam');
  notices.setQuiet('exam', false);
  expect(notices.quietReason.value).toBe('lesson');
  notices.setQuiet('lesson', false);
  expect(notices.quietReason.value).toBe('hours');
  notices.notify({ title: 'quiet' });
  expect(shown()).toBeUndefined();
  notices.setQuiet('hours', false);
  expect(notices.quietReason.value).toBeUndefined();
});

it('says until when it is quiet, and follows a new end without taking anything off the island', () => {
  notices.setQuiet('hours', true, '06:30');
  expect(notices.quietUntil.value).toBe('06:30');
  notices.setQuiet('lesson', true, '08:40');
  notices.notify({ title: 'fire', priority: 'urgent' });
  notices.setQuiet('lesson', true, '08:45');
  expect([notices.quietUntil.value, shown()]).toEqual(['08:45', 'fire']);
  notices.setQuiet('lesson', false);
  expect(notices.quietUntil.value).toBe('06:30');
  notices.setQuiet('exam', true);
  expect(notices.quietUntil.value).toBe('');
});

it('takes what waits and is not urgent off the island when a reason begins, and keeps it in the history', () => {
  ['a', 'b'].forEach((title) => notices.notify({ title }));
  ['fire', 'flood'].forEach((title) => notices.notify({ title, priority: 'urgent' }));
  notices.setQuiet('lesson', true);
  expect([shown(), notices.waitingCount.value]).toEqual(['fire', 1]);
  notices.setQuiet('lesson', false);
  vi.advanceTimersByTime(16_000);
  expect([shown(), notices.noticeHistory.value.length]).toEqual([undefined, 4]);
});

it('forgets why it is quiet when somebody else signs in', () => {
  notices.setQuiet('exam', true);
  notices.resetNotices();
  notices.notify({ title: 'a' });
  expect([notices.quietReason.value, shown()]).toEqual([undefined, 'a']);
});

it('remembers the last fifty and which were seen', () => {
  for (let i = 0; i < 60; i++) notices.notify({ title: String(i) });
  expect(notices.noticeHistory.value.length).toBe(50);
  expect(notices.noticeHistory.value[0]?.title).toBe('59');
  notices.markSeen();
  expect(notices.unseenCount.value).toBe(0);
  notices.clearNotices();
  expect(notices.noticeHistory.value).toEqual([]);
});

it('says how many wait behind what it shows', () => {
  ['a', 'b', 'c'].forEach((title) => notices.notify({ title }));
  expect(notices.waitingCount.value).toBe(2);
  notices.closeNotice(notices.notice.value?.id ?? '');
  expect(notices.waitingCount.value).toBe(1);
});

it('takes a waiting notice back', () => {
  notices.notify({ title: 'a' });
  const id = notices.notify({ title: 'b' });
  notices.dismissNotice(id);
  vi.advanceTimersByTime(6000);
  expect(shown()).toBeUndefined();
});
