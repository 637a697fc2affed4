// Where events stand in the hours of a day.
import { expect, it } from 'vitest';
import type { Item } from '../model';
import { blocksOf, clockOf, firstInSight, isWhole, minutesOf } from './layout';

const DAY = '2026-11-30';

function item(start: string, end: string, firstDay = DAY, lastDay = firstDay): Item {
  const rest = { kind: 'own', title: '', location: '', color: '', repeats: false } as const;
  return { ...rest, key: `${firstDay} ${start}`, firstDay, lastDay, start, end, allDay: start === '' };
}

const places = (items: readonly Item[], date = DAY): [string, number, number][] =>
  blocksOf(items, date).map(({ from, column, columns }) => [clockOf(from), column, columns]);

it('puts what overlaps beside each other, also by a third one', () => {
  const items = [item('08:00', '09:30'), item('09:00', '10:30'), item('10:00', '11:00'), item('14:00', '15:00')];
  expect(places(items)).toEqual([
    ['08:00', 0, 2],
    ['09:00', 1, 2],
    ['10:00', 0, 2],
    ['14:00', 0, 1],
  ]);
});

it('lets what follows at once stand below', () => {
  expect(places([item('08:00', '09:00'), item('09:00', '10:00')]).map(([, , columns]) => columns)).toEqual([1, 1]);
});

it('gives short events the whole width where only what is drawn overlaps', () => {
  expect(places([item('08:00', '08:40'), item('08:40', '09:20'), item('09:25', '09:30')])).toEqual([
    ['08:00', 0, 1],
    ['08:40', 0, 1],
    ['09:25', 0, 1],
  ]);
});

it('hides no short event behind another one', () => {
  expect(places([item('08:00', '08:00'), item('08:00', '09:00')]).map(([, column]) => column)).toEqual([0, 1]);
  expect(places([item('23:20', '23:30'), item('23:50', '23:59')])).toEqual([
    ['23:15', 0, 2],
    ['23:15', 1, 2],
  ]);
});

it('draws a short event long enough to be read, also at the end of the day', () => {
  const [short] = blocksOf([item('08:00', '08:10')], DAY);
  expect((short?.until ?? 0) - (short?.from ?? 0)).toBeGreaterThanOrEqual(45);
  const [late] = blocksOf([item('23:55', '23:59')], DAY);
  expect(late?.until).toBe(24 * 60);
});

it('divides what goes over midnight, and leaves out what ends there', () => {
  const night = item('22:00', '07:00', DAY, '2026-12-01');
  expect(isWhole(night)).toBe(false);
  expect(blocksOf([night], '2026-12-01')).toMatchObject([{ from: 0, until: 7 * 60 }]);
  expect(blocksOf([item('22:00', '00:00', DAY, '2026-12-01')], '2026-12-01')).toEqual([]);
});

it('knows what takes days', () => {
  expect(isWhole(item('', ''))).toBe(true);
  expect(isWhole(item('08:00', '18:00', DAY, '2026-12-01'))).toBe(true);
  expect(minutesOf(clockOf(617))).toBe(617);
});

it('begins where the present time stands in the upper third of what is in sight', () => {
  const [now, inSight] = [minutesOf('11:23'), 4.5 * 60];
  const place = (now - firstInSight(now, inSight)) / inSight;
  expect(place).toBeGreaterThan(0);
  expect(place).toBeLessThan(1 / 3);
  expect(clockOf(firstInSight(undefined, inSight))).toBe('06:48');
});

it('begins no earlier than the day and ends no later', () => {
  expect(firstInSight(10, 270)).toBe(0);
  expect(firstInSight(minutesOf('23:50'), 270)).toBe(24 * 60 - 270);
});
