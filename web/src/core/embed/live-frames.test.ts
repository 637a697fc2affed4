// How many embedded pages live at a time.
import { expect, it, vi } from 'vitest';
import { claimFrame, hasRoom, MAX_LIVE, releaseFrame } from './live-frames';

it('the page that was looked at longest ago makes room for a fourth', () => {
  const ended = vi.fn();
  const names = ['a', 'b', 'c'];
  expect(MAX_LIVE).toBe(names.length);
  names.forEach((name) => claimFrame(name, () => ended(name)));
  expect(hasRoom()).toBe(false);
  claimFrame('a', () => ended('a'));
  claimFrame('d', () => ended('d'));
  expect(ended.mock.calls).toEqual([['b']]);
  releaseFrame('a');
  expect(hasRoom()).toBe(true);
  claimFrame('e', () => ended('e'));
  expect(ended).toHaveBeenCalledTimes(1);
});
