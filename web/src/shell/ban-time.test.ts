// The end of a ban, as it is written and waited for.
import { expect, it } from 'vitest';
import { banEnd, waitForEnd } from './ban-time';

const NOW = new Date(2026, 10, 23, 15, 59, 50);

it('is written like every other time, with the year only when it is another one', () => {
  expect(banEnd('2026-11-23 16:00:28', 'zh', NOW)).toBe('11月23日 16:00');
  expect(banEnd('2026-11-23 16:00:28', 'en', NOW)).toBe('23 Nov 16:00');
  expect(banEnd('2027-01-31 08:00:00', 'zh', NOW)).toBe('2027年1月31日 08:00');
  expect(banEnd('soon', 'zh', NOW)).toBe('soon');
});

it('is asked for less and less often, and right after the end', () => {
  expect([0, 1, 2, 3, 4, 9].map((tries) => waitForEnd(null, tries, NOW))).toEqual([
    5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ]);
  expect(waitForEnd('2026-11-23 16:00:00', 9, NOW)).toBe(11_000);
  expect(waitForEnd('2026-11-23 15:00:00', 9, NOW)).toBe(60_000);
});
