// Which moments lie within quiet hours.
import { expect, it } from 'vitest';
import { isQuiet } from './quiet-hours';

const at = (hour: number) => new Date(2026, 10, 21, hour, 0);

it('knows quiet hours over midnight and within a day', () => {
  const night = { quiet_from: '22:00', quiet_to: '07:00' };
  expect([21, 22, 3, 7].map((hour) => isQuiet(night, at(hour)))).toEqual([false, true, true, false]);
  const noon = { quiet_from: '12:00', quiet_to: '13:00' };
  expect([11, 12, 13].map((hour) => isQuiet(noon, at(hour)))).toEqual([false, true, false]);
});

it('has none without both ends', () => {
  expect(isQuiet({ quiet_from: null, quiet_to: null }, at(3))).toBe(false);
  expect(isQuiet({ quiet_from: '22:00' }, at(23))).toBe(false);
});
