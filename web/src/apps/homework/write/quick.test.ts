// The ends that are offered, from the clock and the lessons of the school.
import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '@/core/i18n';
import { addDays, weekdayOf } from '@/core/dates';
import { offeredSubjects, quickChoices, quickMoment, quickWords, usualChoice, type SchoolDay } from './quick';

/** A Thursday. */
const TODAY = '2026-09-10';
const lesson = (start: string, subject: string) => ({ start, subject });
const SCHOOL = [lesson('07:20', '早读'), lesson('08:00', '数学'), lesson('16:00', '英语')];

/** Lessons from Monday to Friday, but on the days that are free. */
function daysFrom(first: string, free: readonly string[] = []): SchoolDay[] {
  return Array.from({ length: 14 }, (_, i) => addDays(first, i)).map((date) => ({
    date,
    lessons: weekdayOf(date) > 5 || free.includes(date) ? [] : SCHOOL,
  }));
}
const offered = (days: SchoolDay[], today: string, clock: string, subject = '') =>
  quickChoices(days, today, clock, subject).map(({ name, date, time }) => `${name} ${date} ${time}`);

beforeEach(() => setLanguage('zh'));

describe('with a timetable', () => {
  it('are tonight, the first lesson of the next school day, the next lesson of the subject, and after the weekend', () => {
    expect(offered(daysFrom(TODAY), TODAY, '10:00', '英语')).toEqual([
      'tonight 2026-09-10 21:00',
      'morning 2026-09-11 07:20',
      'lesson 2026-09-10 16:00',
      'weekend 2026-09-14 07:20',
    ]);
  });

  it('leave out the lesson that has begun, and an evening that is over', () => {
    expect(offered(daysFrom(TODAY), TODAY, '21:00', '英语')).toEqual([
      'morning 2026-09-11 07:20',
      'lesson 2026-09-11 16:00',
      'weekend 2026-09-14 07:20',
    ]);
  });

  it('name a moment once: on a Friday the next school day is that after the weekend', () => {
    const friday = '2026-09-11';
    expect(offered(daysFrom(friday), friday, '10:00')).toEqual([
      'tonight 2026-09-11 21:00',
      'morning 2026-09-14 07:20',
    ]);
  });

  it('go past holidays', () => {
    const free = ['2026-09-11', '2026-09-14', '2026-09-15'];
    expect(offered(daysFrom(TODAY, free), TODAY, '22:00')).toEqual(['morning 2026-09-16 07:20']);
  });

  it('are said as people say them', () => {
    const words = quickChoices(daysFrom(TODAY), TODAY, '17:00', '英语').map((one) => quickWords(one, TODAY, 'zh'));
    expect(words).toEqual(['今晚 21:00', '明天早读', '下节英语课前', '周末后']);
    const [, morning] = quickChoices(daysFrom(TODAY), TODAY, '17:00', '英语');
    expect(morning && quickMoment(morning, TODAY, 'zh')).toBe('明天 07:20');
  });

  it('name no lesson of another subject', () => {
    const days = [TODAY, '2026-09-11'].map((date) => ({ date, lessons: SCHOOL.slice(1) }));
    const morning = (subject: string): string[] =>
      quickChoices(days, TODAY, '10:00', subject)
        .filter(({ name }) => name === 'morning')
        .flatMap((one) => [quickWords(one, TODAY, 'zh'), quickMoment(one, TODAY, 'zh')]);
    expect([morning('英语'), morning('数学')]).toEqual([
      ['明天 08:00', ''],
      ['明天数学课前', '明天 08:00'],
    ]);
  });

  it('begin with the next lesson of the subject, unless that is today, else with the next school day', () => {
    const usual = (clock: string, subject: string): string | undefined =>
      usualChoice(quickChoices(daysFrom(TODAY), TODAY, clock, subject), TODAY)?.name;
    expect([usual('17:00', '英语'), usual('10:00', '英语'), usual('17:00', '书法')]).toEqual([
      'lesson',
      'morning',
      'morning',
    ]);
  });

  it('offer the subjects of today first, then those of earlier homework', () => {
    expect(offeredSubjects(daysFrom(TODAY), ['书法', '数学', ''])).toEqual(['早读', '数学', '英语', '书法']);
  });
});

it('are those of a usual school day without a timetable', () => {
  expect(offered([], TODAY, '10:00', '英语')).toEqual([
    'tonight 2026-09-10 21:00',
    'morning 2026-09-11 08:00',
    'weekend 2026-09-14 08:00',
  ]);
  const [, morning] = quickChoices([], TODAY, '10:00', '');
  expect(morning && quickWords(morning, TODAY, 'zh')).toBe('明天 08:00');
});
