// The greeting changes with the hour.
import { expect, it } from 'vitest';
import { greetingAt } from './greeting';

it('greets by the hour, also around midnight', () => {
  expect([0, 4, 5, 9, 12, 14, 18, 22, 23].map(greetingAt)).toEqual([
    'night',
    'night',
    'morning',
    'forenoon',
    'noon',
    'afternoon',
    'evening',
    'evening',
    'night',
  ]);
});
