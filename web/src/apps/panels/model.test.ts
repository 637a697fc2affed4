// Codes, names and boards of panels.
import { expect, it } from 'vitest';
import { broadcastOf } from '@/panel/testing';
import type { Board } from '@/panel/types';
import { bandAt, viewAt } from '@/panel/view';
import {
  absenceOf,
  arrivalsOn,
  boardInView,
  boardWith,
  codeOfPath,
  digitsOf,
  freeName,
  grouped,
  hiddenAfter,
  shapeOf,
  sizeText,
} from './model';
import { PANEL, SETTINGS } from './testing';

const BOARD: Board = {
  panel: { id: 'p1', name: '教室大屏', settings: SETTINGS },
  class: '01',
  revision: 'r1',
  zone: 'Asia/Shanghai',
  parts: { timetable: {}, homework: null },
};

it('takes the digits of a code however it was typed', () => {
  expect(digitsOf(' 482 913 ')).toBe('482913');
  expect(digitsOf('４８２-９１３')).toBe('482913');
  expect(digitsOf('4829137')).toBe('482913');
  expect(digitsOf('码')).toBe('');
  expect(grouped('482913')).toBe('482 913');
});

it('finds the code in the link of the section, and none in others', () => {
  expect(codeOfPath('panels/482913')).toBe('482913');
  expect(codeOfPath('panels/48291')).toBeNull();
  expect(codeOfPath('panels')).toBeNull();
  expect(codeOfPath('members/482913')).toBeNull();
});

it('proposes a name with the first number that is free', () => {
  expect(freeName('教室大屏', [])).toBe('教室大屏');
  expect(freeName('教室大屏', ['教室大屏', '教室大屏 2', '教室大屏 4'])).toBe('教室大屏 3');
});

it('tells the size of a screen in its own pixels, and its shape', () => {
  expect(sizeText({ width: 1920, height: 1080, pixel_ratio: 2 })).toBe('3840×2160');
  expect(sizeText({ width: 1536, height: 864, pixel_ratio: 1.25 })).toBe('1920×1080');
  expect(shapeOf(PANEL.state && { ...PANEL.state, width: 1024, height: 768 })).toBeCloseTo(4 / 3);
  expect(shapeOf(null)).toBeCloseTo(16 / 9);
});

it('draws a board with settings that are still on their way', () => {
  const next = boardWith(BOARD, { ...SETTINGS, theme: 'dark', hidden: ['timetable'] });
  expect(next.panel.settings.theme).toBe('dark');
  expect(next.parts).toBe(BOARD.parts);
});

it('shows a board in the view that was reported, and nothing where it does not have what that shows', () => {
  const now = Date.parse('2026-11-27T10:00:00Z');
  const exam = { from: '2026-11-27T09:00:00Z', until: '2026-11-27T11:00:00Z' };
  const broadcasts = { broadcasts: [broadcastOf('1', 'urgent'), broadcastOf('2', 'important')] };
  const full = { ...BOARD, parts: { ...BOARD.parts, exam, broadcasts, lock: { locked: true } } };
  const views = ['board', 'night', 'lock', 'exam', 'broadcast'] as const;
  const names = (board: Board): (string | undefined)[] =>
    views.map((view) => {
      const shown = boardInView(board, view, now);
      return shown ? viewAt(shown, now).name : undefined;
    });
  expect(names(full)).toEqual(views);
  expect(names(BOARD)).toEqual(['board', 'night', 'lock', undefined, undefined]);
  const plain = boardInView(full, 'board', now);
  expect(plain && bandAt(plain, now)?.piece.broadcast.id).toBe('2');
});

it('has the broadcast over the board for as long as the panel reports it', () => {
  const now = Date.parse('2026-11-27T10:00:00Z');
  const board = { ...BOARD, parts: { broadcasts: { broadcasts: [broadcastOf('1', 'normal')] } } };
  const bandOf = (broadcasts: string[], online = true): string | undefined => {
    const state = PANEL.state && { ...PANEL.state, shown: { broadcasts, announcements: [] } };
    return bandAt(board, now, arrivalsOn({ online, state }, now))?.piece.broadcast.id;
  };
  expect([bandOf(['1']), bandOf([]), bandOf(['1'], false)]).toEqual(['1', undefined, undefined]);
});

it('switches a part off and on again', () => {
  expect(hiddenAfter(['duty'], 'weather', false)).toEqual(['duty', 'weather']);
  expect(hiddenAfter(['duty', 'weather'], 'duty', true)).toEqual(['weather']);
});

it('says why a part that is switched on is not there', () => {
  expect(absenceOf(BOARD, 'timetable')).toBeNull();
  expect(absenceOf(BOARD, 'homework')).toBe('nothing');
  expect(absenceOf(BOARD, 'duty')).toBe('off');
  expect(absenceOf(boardWith(BOARD, { ...SETTINGS, hidden: ['duty'] }), 'duty')).toBeNull();
  expect(absenceOf(undefined, 'duty')).toBeNull();
});
