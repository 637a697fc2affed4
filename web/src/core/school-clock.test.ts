// What is on at school, as the server's clock says it too.
import { describe, expect, it } from 'vitest';
import cases from '../../../api/school-clock-cases.json';
import { readSchoolClock, secondsOf, type ClockDay } from './school-clock';
import type { SchoolTime } from './time';

const lesson = (subject: string, start: string, end: string) => ({ subject, start, end });
const THURSDAY = '2026-09-10';
const days = [
  {
    date: THURSDAY,
    lessons: [lesson('语文', '08:00', '08:40'), lesson('数学', '08:50', '09:30'), lesson('英语', '14:00', '14:40:30')],
  },
  { date: '2026-09-11', lessons: [] },
  { date: '2026-09-14', lessons: [lesson('体育', '08:00', '08:40')] },
];

/** A time of Thursday as the clock at school shows it. */
function at(time: string, date = THURSDAY): SchoolTime {
  return new Date(`${date}T${time.length === 5 ? `${time}:00` : time}`) as SchoolTime;
}
const read = (time: string, date?: string) => readSchoolClock(days, at(time, date));

describe('the school clock', () => {
  it.each([
    ['07:59', 'before', undefined, '语文', 1],
    ['08:00', 'lesson', '语文', '数学', 40],
    ['08:39:30', 'lesson', '语文', '数学', 1],
    ['08:40', 'break', undefined, '数学', 10],
    ['09:30', 'break', undefined, '英语', 270],
    ['14:40', 'lesson', '英语', '体育', 1],
    ['14:40:30', 'after', undefined, '体育', undefined],
  ])('at %s it is %s', (time, state, current, next, minutes) => {
    const reading = read(time);
    expect([reading.state, reading.current?.subject, reading.next?.lesson.subject, reading.minutesLeft]).toEqual([
      state,
      current,
      next,
      minutes,
    ]);
  });

  it('says how much of a lesson and of a break is over', () => {
    expect(read('08:30').progress).toBe(0.75);
    expect(read('08:45').progress).toBe(0.5);
    expect([read('07:00').progress, read('20:00').progress]).toEqual([0, 0]);
  });

  it('knows which lessons of today are to come', () => {
    expect(read('08:10').toCome.map(({ subject }) => subject)).toEqual(['数学', '英语']);
    expect(read('15:00').toCome).toEqual([]);
  });

  it('finds the next lesson on a later day, past days without any', () => {
    expect(read('20:00').next?.date).toBe('2026-09-14');
    expect(read('10:00', '2026-09-11')).toMatchObject({ state: 'no_lessons', next: { date: '2026-09-14' } });
    expect(read('10:00', '2026-09-14').next).toBeUndefined();
  });

  it('says that a day that it does not know has no lessons', () => {
    expect(read('10:00', '2026-10-01')).toMatchObject({ state: 'no_lessons', day: undefined, next: undefined });
    expect(readSchoolClock([] as ClockDay[], at('10:00')).state).toBe('no_lessons');
  });

  it('reads times with and without seconds', () => {
    expect([secondsOf('08:00'), secondsOf('23:59:59')]).toEqual([28_800, 86_399]);
  });
});

describe('the cases that the server is held to as well', () => {
  interface Case {
    about: string;
    days: { date: string; lessons: { subject: string; start: string; end: string }[] }[];
    readings: {
      at: string;
      state: string;
      current: string | null;
      next: { date: string; subject: string } | null;
      minutes_left: number | null;
    }[];
  }
  it.each(cases as Case[])('$about', ({ days: known, readings }) => {
    for (const { at: moment, ...said } of readings) {
      const { state, current, next, minutesLeft } = readSchoolClock(known, new Date(moment) as SchoolTime);
      expect({
        state,
        current: current?.subject ?? null,
        next: next ? { date: next.date, subject: next.lesson.subject } : null,
        minutes_left: minutesLeft ?? null,
      }).toEqual(said);
    }
  });
});
