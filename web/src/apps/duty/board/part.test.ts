// Which turns of duty a board shows.
import { expect, it } from 'vitest';
import { turnsOn, type DutyPart } from './part';

const people = [{ name: '安然', task: '扫地' }];
const turn = { roster: '值日', people, done: false, off: false };
const date = '2026-11-27';
const names = (part: DutyPart): string[] => turnsOn(part, date).map(({ roster }) => roster);

it('shows turns in which somebody has something to do, done or not', () => {
  const turns = [turn, { ...turn, roster: '黑板', done: true }, { ...turn, roster: '门窗', people: [] }];
  expect(names({ date, turns })).toEqual(['值日', '黑板']);
});

it('shows no turn that was called off', () => {
  expect(names({ date, turns: [{ ...turn, off: true }] })).toEqual([]);
});

it('shows nothing of another day', () => {
  expect(names({ date, turns: [turn] })).toEqual(['值日']);
  expect(names({ date: '2026-11-26', turns: [turn] })).toEqual([]);
});
