// What takes the screen, and what of the rest can be read.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSchoolClock } from '@/core/time';
import { schoolClockOf } from '@/core/zone/school-clock-of';
import { columnsOf, groupsOf, partsAt, type ShownPart } from './board/parts';
import { lettersFor } from './board/letters';
import { shapeOf } from './board/shape';
import { MOST_SHIFT, nightPlaceAt, shiftAt } from './shift';
import { boardOf, broadcastOf } from './testing';
import type { Arrivals, Board } from './types';
import { bandAt, shownAt, themeAt, viewAt } from './view';

const MINUTE = 60_000;
const at = (time: string): number => Date.parse(`2026-11-27T${time}Z`);

beforeEach(() => setSchoolClock(schoolClockOf('UTC')));
afterEach(() => setSchoolClock((moment) => moment));

const urgent = { broadcasts: [broadcastOf('1', 'urgent')] };
const exam = { from: '2026-11-27T10:00:00Z', until: '2026-11-27T11:00:00Z' };
const night = { from: '22:00', until: '06:00' };

it('gives the screen to an urgent broadcast, then to the exam, the lock, the night and the board', () => {
  const all = boardOf(
    { broadcasts: urgent, lock: { locked: true }, exam },
    { night: { from: '00:00', until: '23:59' } },
  );
  expect(viewAt(all, at('10:30:00')).name).toBe('broadcast');
  const locked = { ...all, parts: { lock: { locked: true }, exam } };
  expect(viewAt(locked, at('10:30:00')).name).toBe('exam');
  expect(viewAt(locked, at('11:00:00')).name).toBe('lock');
  const open = { ...all, parts: { lock: { locked: false }, exam } };
  expect(viewAt(open, at('11:00:00')).name).toBe('night');
  expect(viewAt(boardOf({ exam: null }), at('11:00:00')).name).toBe('board');
});

it('shows the clock of an exam from ten minutes before it until its end', () => {
  const board = boardOf({ exam });
  const names = ['09:49:59', '09:50:00', '10:59:59', '11:00:00'].map((time) => viewAt(board, at(time)).name);
  expect(names).toEqual(['board', 'exam', 'exam', 'board']);
});

it('is dark over midnight', () => {
  const board = boardOf({}, { night });
  const names = ['21:59:59', '22:00:00', '05:59:00', '06:00:00'].map((time) => viewAt(board, at(time)).name);
  expect(names).toEqual(['board', 'night', 'night', 'board']);
});

it('ends an urgent broadcast when it is over', () => {
  const board = boardOf({ broadcasts: urgent });
  expect(viewAt(board, at('11:59:59')).name).toBe('broadcast');
  expect(viewAt(board, at('12:00:00')).name).toBe('board');
});

it('shows several urgent broadcasts one after the other, the one that came last first', () => {
  const older = { ...broadcastOf('1', 'urgent', '甲'), created_at: '2026-11-27T08:00:00Z' };
  const board = boardOf({ broadcasts: { broadcasts: [older, broadcastOf('2', 'urgent', '乙')] } });
  const arrivals = new Map([['2', at('09:10:00')]]);
  const texts = [0, 11_999, 12_000, 24_000].map((ms) => {
    const view = viewAt(board, at('09:10:00') + ms, arrivals);
    return view.name === 'broadcast' && view.piece.text;
  });
  expect(texts).toEqual(['乙', '乙', '甲', '乙']);
});

/** The contents of what stands over the board, by the seconds that have passed since a moment. */
const bandFrom = (board: Board, from: number, arrivals: Arrivals, seconds: number[]): (string | undefined)[] =>
  seconds.map((s) => bandAt(board, from + s * 1000, arrivals)?.piece.text);

it('keeps an important broadcast over the board, and a normal one for half a minute after it came', () => {
  const broadcasts = [broadcastOf('1', 'important', '甲'), broadcastOf('2', 'normal', '乙')];
  const board = boardOf({ broadcasts: { broadcasts } });
  const arrivals = new Map([['2', at('09:05:00')]]);
  expect(bandFrom(board, at('09:05:00'), arrivals, [0, 12, 24, 29, 30, 42])).toEqual([
    '乙',
    '甲',
    '乙',
    '乙',
    '甲',
    '甲',
  ]);
  expect(bandAt(board, at('12:00:00'), arrivals)).toBeUndefined();
});

it('begins with the broadcast that came last, whatever the time of the day', () => {
  const broadcasts = [broadcastOf('1', 'important', '甲'), broadcastOf('2', 'normal', '乙')];
  const board = boardOf({ broadcasts: { broadcasts } });
  for (let s = 0; s < 24; s += 1) {
    const came = at('09:05:00') + s * 1000;
    expect(bandFrom(board, came, new Map([['2', came]]), [0, 11])).toEqual(['乙', '乙']);
  }
});

it('keeps a normal broadcast until it had its turn behind those that came with it or after it', () => {
  const long = Array.from({ length: 4 }, (_, index) => `${index}`.repeat(70)).join('。');
  const broadcasts = [broadcastOf('2', 'important', long), broadcastOf('1', 'normal', '乙')];
  const board = boardOf({ broadcasts: { broadcasts } });
  const arrivals = new Map([
    ['1', at('09:05:00')],
    ['2', at('09:05:05')],
  ]);
  const count = bandAt(board, at('09:05:05'), arrivals)?.count ?? 0;
  expect(count).toBeGreaterThan(3);
  const turn = (count - 1) * 12;
  const texts = bandFrom(board, at('09:05:05'), arrivals, [0, turn - 1, turn, turn + 11]);
  expect(texts.map((text) => text === '乙')).toEqual([false, false, true, true]);
  expect(bandAt(board, at('09:05:05') + count * 12_000, arrivals)?.count).toBe(count - 1);
});

it('does not bring back a normal broadcast when another one comes', () => {
  const broadcasts = [broadcastOf('2', 'normal', '丙'), broadcastOf('1', 'normal', '乙')];
  const board = boardOf({ broadcasts: { broadcasts } });
  const arrivals = new Map([
    ['1', at('09:05:00')],
    ['2', at('09:06:00')],
  ]);
  expect(bandFrom(board, at('09:06:00'), arrivals, [0, 12, 24, 30])).toEqual(['丙', '丙', '丙', undefined]);
});

it('shows the first of what takes turns in a still picture', () => {
  const broadcasts = [broadcastOf('2', 'important', '丙'), broadcastOf('1', 'important', '乙')];
  const board = boardOf({ broadcasts: { broadcasts } });
  const turns = [0, 12, 24].map((s) => bandAt(board, at('09:05:00') + s * 1000, undefined, true)?.turn);
  expect(turns).toEqual([0, 0, 0]);
});

it('says which broadcasts and announcements can be read', () => {
  const announcements = { announcements: [{ id: 7 }, { id: 8 }] };
  const important = { broadcasts: [broadcastOf('3', 'important')] };
  const board = boardOf({ announcements, broadcasts: important });
  expect(shownAt(board, at('09:30:00'))).toEqual({ broadcasts: ['3'], announcements: [7, 8] });
  const hidden = boardOf({ announcements }, { hidden: ['announcements'] });
  expect(shownAt(hidden, at('09:30:00')).announcements).toEqual([]);
  const covered = boardOf({ announcements, broadcasts: urgent });
  expect(shownAt(covered, at('09:30:00'))).toEqual({ broadcasts: ['1'], announcements: [] });
});

it('says of a broadcast over the board that it can be read once it was on, and until it is gone', () => {
  const older = { ...broadcastOf('1', 'normal'), created_at: '2026-11-27T08:00:00Z' };
  const board = boardOf({ broadcasts: { broadcasts: [broadcastOf('2', 'normal'), older] } });
  const arrivals = new Map(['1', '2'].map((id) => [id, at('09:00:00')]));
  let before: string[] = [];
  const ids = [0, 11, 12, 24, 30].map((s) => {
    before = shownAt(board, at('09:00:00') + s * 1000, arrivals, before).broadcasts;
    return before.join();
  });
  expect(ids).toEqual(['2', '2', '2,1', '2,1', '']);
});

it('takes parts of another version for nothing', () => {
  const odd = boardOf({
    broadcasts: { broadcasts: 'x' },
    exam: {},
    lock: 7,
    announcements: null,
    homework: { cards: 1 },
  });
  expect(viewAt(odd, at('10:00:00')).name).toBe('board');
  expect(bandAt(odd, at('10:00:00'))).toBeUndefined();
  expect(partsAt(odd, at('10:00:00'))).toEqual([]);
});

it('shows the parts of the apps that have something to say and are not hidden', () => {
  const countdown = { countdowns: [{ id: '1', date: '2026-12-01' }] };
  const weather = { temperature: 3, text: '晴' };
  const names = (board = boardOf({ countdown, weather })): string[] =>
    partsAt(board, at('10:00:00')).map(({ part }) => part.name);
  expect(names()).toEqual(['weather', 'countdown']);
  expect(names(boardOf({ countdown, weather }, { hidden: ['weather'] }))).toEqual(['countdown']);
  expect(names(boardOf({ countdown: { countdowns: [{ id: '1', date: '2026-11-26' }] } }))).toEqual([]);
});

it('leaves no column empty and fills both about as much', () => {
  const part = (name: string, lines: number): ShownPart => ({ part: { name }, data: null, lines }) as ShownPart;
  const names = (...parts: ShownPart[]): string[][] =>
    columnsOf(parts, 16).map((column) => column.map((one) => one.part.name));
  expect(names(part('a', 15), part('b', 8), part('c', 6))).toEqual([['a'], ['b', 'c']]);
  expect(names(part('a', 2), part('b', 8), part('c', 6))).toEqual([['a', 'c'], ['b']]);
  expect(names(part('a', 2))).toEqual([['a']]);
});

it('puts nothing below a part that goes first where that leaves no room', () => {
  const part = (name: string, lines: number, first = false): ShownPart =>
    ({ part: { name, first }, data: null, lines }) as ShownPart;
  const parts = [part('lessons', 11, true), part('homework', 13), part('notices', 12)];
  const names = (room: number): string[][] =>
    columnsOf(parts, room).map((column) => column.map((one) => one.part.name));
  expect(names(16)).toEqual([['lessons', 'notices'], ['homework']]);
  expect(names(13)).toEqual([['lessons'], ['homework', 'notices']]);
});

it('counts in the height of the screen, and has one column where the width is no longer', () => {
  expect(shapeOf({ width: 1920, height: 1080 })).toMatchObject({ unit: 10.8, height: 100, columns: 'wide' });
  expect(shapeOf({ width: 1024, height: 768 })).toMatchObject({ unit: 7.68, height: 100, columns: 'narrow' });
  expect(shapeOf({ width: 1080, height: 1920 })).toMatchObject({ unit: 19.2, height: 100, columns: 'one' });
});

it('has room for some letters in a line of a screen that is narrower still', () => {
  const { width, height } = shapeOf({ width: 390, height: 844 });
  expect(width).toBeCloseTo(56);
  expect(height).toBeGreaterThan(100);
});

it('lets the parts of a tall screen take turns where there is no room for all', () => {
  const part = (name: string, lines: number): ShownPart => ({ part: { name }, data: null, lines }) as ShownPart;
  const parts = [part('lessons', 15), part('homework', 7), part('notices', 5), part('duty', 6), part('dates', 1)];
  const names = (room: number): string[][] => groupsOf(parts, room).map((group) => group.map((one) => one.part.name));
  expect(names(16)).toEqual([['lessons'], ['homework', 'notices'], ['duty', 'dates']]);
  expect(names(9)).toEqual([['lessons'], ['homework'], ['notices'], ['duty'], ['dates']]);
  expect(names(46)).toEqual([['lessons', 'homework', 'notices', 'duty', 'dates']]);
  expect(groupsOf(parts, 9, 4).map((group) => group.length)).toEqual([2, 2, 1]);
  const bare = { ...part('weather', 3), part: { name: 'weather', bare: true } } as ShownPart;
  expect(groupsOf([bare, ...parts.slice(3)], 6, 3)).toHaveLength(2);
  expect(groupsOf([], 12)).toEqual([]);
});

it('cuts broadcasts into shorter pieces on a narrow screen, and says of the same ones that they can be read', () => {
  const text = '请带校服和水杯到操场集合。'.repeat(12);
  const width = shapeOf({ width: 1080, height: 1920 }).width;
  const alarm = boardOf({ broadcasts: { broadcasts: [broadcastOf('1', 'urgent', text)] } });
  const pieces = [Infinity, width].map((one) => viewAt(alarm, at('09:01:00'), undefined, false, one));
  expect(pieces.map((view) => view.name === 'broadcast' && view.count)).toEqual([1, 3]);
  const both = [broadcastOf('1', 'important', text), broadcastOf('2', 'important', text)];
  const board = boardOf({ broadcasts: { broadcasts: both } });
  for (let s = 0; s < 300; s += 12) {
    const now = at('09:01:00') + s * 1000;
    const on = bandAt(board, now, undefined, false, width)?.piece.broadcast.id;
    expect(shownAt(board, now, undefined, [], width).broadcasts).toEqual([on]);
  }
});

it('is dark in the evening where the theme follows the day', () => {
  const { settings } = boardOf({}, { theme: 'auto' }).panel;
  const themes = ['06:29:00', '06:30:00', '18:59:00', '19:00:00'].map((time) => themeAt(settings, at(time)));
  expect(themes).toEqual(['dark', 'light', 'light', 'dark']);
});

it('moves the board a little each minute and never out of its margin', () => {
  const minutes = Array.from({ length: 1000 }, (_, index) => shiftAt(index * MINUTE));
  expect(minutes.every(({ x, y }) => Math.abs(x) <= MOST_SHIFT && Math.abs(y) <= MOST_SHIFT)).toBe(true);
  expect(shiftAt(MINUTE)).toEqual(shiftAt(2 * MINUTE - 1));
  expect(shiftAt(MINUTE)).not.toEqual(shiftAt(2 * MINUTE));
});

it('keeps the clock of the night on the screen', () => {
  const places = Array.from({ length: 2000 }, (_, index) => nightPlaceAt(index * MINUTE));
  expect(places.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true);
});

it('writes a short broadcast in larger letters than a long one', () => {
  const room = { width: 160, height: 64 };
  expect(lettersFor('集合', room)).toBeGreaterThan(lettersFor('集'.repeat(60), room));
  expect(lettersFor('集'.repeat(160), room)).toBeGreaterThan(4);
});

it('breaks no Latin word of a broadcast, unless that is an address', () => {
  const room = { width: 38, height: 64 };
  expect(lettersFor('Go to the playground', room) * 10 * 0.6).toBeLessThan(room.width);
  expect(lettersFor('http://192.168.1.5:9001/handbook', room)).toBeGreaterThan(4.1);
});
