// The end of an axis.
import { expect, it } from 'vitest';
import { niceTop } from './axis';

it('ends the axis on a round number', () => {
  expect([0, 0.7, 1, 3, 17, 40, 51, 260].map(niceTop)).toEqual([1, 1, 1, 5, 20, 50, 100, 500]);
});
