// The clock at school, on a device with another zone.
import { afterEach, expect, it } from 'vitest';
import { formatDay, formatMoment, formatTime, setSchoolClock, todayText, toSchoolTime } from '../time';
import { schoolClockOf } from './school-clock-of';
import { momentOfSchoolTime } from './moment';

afterEach(() => setSchoolClock((date) => date));

it('shows times and days of the school', () => {
  const evening = new Date('2026-11-22T18:43:00Z');
  setSchoolClock(schoolClockOf('Asia/Shanghai'));
  expect(formatTime(evening)).toBe('02:43');
  expect(formatMoment(evening, 'zh')).toBe('11月23日 02:43');
  expect(formatDay(evening, 'en')).toBe('Monday, 23 Nov');
  expect(todayText(evening)).toBe('2026-11-23');
  setSchoolClock(schoolClockOf('America/New_York'));
  expect(formatMoment(evening, 'en')).toBe('22 Nov 13:43');
  expect(todayText(new Date('2026-11-23T04:59:00Z'))).toBe('2026-11-22');
});

it('follows the changes of the clocks there', () => {
  setSchoolClock(schoolClockOf('America/New_York'));
  expect(formatTime(new Date('2026-03-08T06:59:00Z'))).toBe('01:59');
  expect(formatTime(new Date('2026-03-08T07:00:00Z'))).toBe('03:00');
  expect(formatTime(new Date('2026-03-09T04:00:00Z'))).toBe('00:00');
});

it('finds the moment of a time that was typed', () => {
  for (const zone of ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu']) {
    setSchoolClock(schoolClockOf(zone));
    for (const moment of ['2026-11-22T18:43:00Z', '2026-07-01T00:00:00Z', '2026-03-08T12:00:00Z'])
      expect(momentOfSchoolTime(toSchoolTime(new Date(moment))).toISOString()).toBe(new Date(moment).toISOString());
  }
});

it('keeps a date that is none, and refuses a zone that is none', () => {
  expect(schoolClockOf('Asia/Shanghai')(new Date('x')).getTime()).toBeNaN();
  expect(() => schoolClockOf('Nowhere/At_All')).toThrow(RangeError);
});
