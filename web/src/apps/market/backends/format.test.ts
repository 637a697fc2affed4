// What the console says of back ends.
import { expect, it } from 'vitest';
import { atLeast, durationText, kindOf, levelOf, newestFirst, shareOf, stateOf } from './format';

it('writes short and long times of the processor', () => {
  expect([0, 320.4, 4210, 42_000, 720_000].map(durationText)).toEqual(['0 ms', '320 ms', '4.2 s', '42 s', '12 min']);
});

it('filters the log by what matters at least', () => {
  const lines = ['debug', 'info', 'warn', 'error'].map((level) => ({ level }));
  expect(atLeast(lines, 'warn').map(({ level }) => level)).toEqual(['warn', 'error']);
  expect(atLeast(lines, 'error').map(({ level }) => level)).toEqual(['error']);
  expect(atLeast(lines, 'all')).toHaveLength(4);
});

it('takes what it does not know for the harmless one', () => {
  expect(kindOf(stateOf('paused'))).toBe('plain');
  expect(levelOf('trace')).toBe('info');
});

it('never fills the bar beyond its end', () => {
  expect([shareOf(1, 4), shareOf(9, 4), shareOf(1, 0)]).toEqual([0.25, 1, 0]);
});

it('turns the log around without touching what was read', () => {
  const lines = [1, 2, 3];
  expect(newestFirst(lines)).toEqual([3, 2, 1]);
  expect(lines).toEqual([1, 2, 3]);
});
