// Changes of one date: what is written down for it.
import { describe, expect, it } from 'vitest';
import { blankDay } from '../model';
import type { Day, DayLesson, Timetable } from '../types';
import {
  changedParts,
  changeTo,
  halfDay,
  indexOfLesson,
  likelySubjects,
  noonOf,
  restored,
  swapped,
  usualLesson,
  withNote,
  without,
  withSubject,
  writtenLessons,
} from './model';

function lesson(subject: string, start: string, end: string, more: Partial<DayLesson> = {}): DayLesson {
  const rest = {
    short_name: null,
    teacher: null,
    room: null,
    color: null,
    own: false,
    changed: false,
    instead_of: null,
  };
  return { subject, start, end, ...rest, ...more };
}
const timetable: Timetable = {
  cycle: { kind: 'weekly' },
  subjects: [{ name: '体育' }, { name: '语文', teacher: '张老师', room: '101' }, { name: '数学' }, { name: '自习' }],
  schedules: [
    { name: '', days: [1, 2, 3], weeks: 'all', lessons: [{ subject: '数学', start: '08:00', end: '08:40' }] },
    { name: '', days: [1], weeks: 'all', lessons: [{ subject: '语文', start: '09:00', end: '09:40' }] },
  ],
};
const day = (date: string, lessons: DayLesson[], more: Partial<Day> = {}): Day => ({
  ...blankDay(date),
  kind: 'lessons',
  lessons,
  ...more,
});
const thursday = day('2026-09-10', [
  lesson('语文', '08:00', '08:40', { teacher: '张老师', room: '302' }),
  lesson('数学', '08:50', '09:30'),
  lesson('社团', '14:00', '15:00', { own: true }),
]);

describe('a change of lessons', () => {
  it('writes down only what the subject does not say, and nothing of one’s own', () => {
    expect(writtenLessons(thursday, timetable)).toEqual([
      { subject: '语文', start: '08:00', end: '08:40', room: '302' },
      { subject: '数学', start: '08:50', end: '09:30' },
    ]);
  });

  it('puts another subject into the same time, without the room of the one before', () => {
    const written = writtenLessons(thursday, timetable);
    expect(withSubject(written, 0, '数学')[0]).toEqual({ subject: '数学', start: '08:00', end: '08:40' });
    expect(without(written, 0)).toHaveLength(1);
  });

  it('keeps exams exams, keeps the note, and orders by time', () => {
    const exam = { ...thursday, kind: 'exam', change: { plan: 'exam', lessons: [], note: '期中' } } as const;
    const late = { subject: '数学', start: '09:00', end: '10:00' };
    const early = { subject: '语文', start: '08:00', end: '08:40' };
    expect(changeTo({ ...exam, change: { ...exam.change, lessons: [] } }, [late, early])).toEqual({
      date: '2026-09-10',
      change: { plan: 'exam', lessons: [early, late], note: '期中' },
      seen: { plan: 'exam', lessons: [], note: '期中' },
    });
  });

  it('says on its own as which day the date was held', () => {
    expect(changeTo(thursday, [], '按周三上课').change?.note).toBe('按周三上课');
    const noted = { ...thursday, change: { plan: 'as_day' as const, day: 3, note: '运动会' } };
    expect(changeTo(noted, [], '按周三上课').change?.note).toBe('运动会');
  });

  it('finds a lesson by its time and subject', () => {
    const written = writtenLessons(thursday, timetable);
    expect(indexOfLesson(written, lesson('数学', '08:50', '09:30'))).toBe(1);
    expect(indexOfLesson(written, lesson('数学', '10:00', '10:40'))).toBe(-1);
  });
});

describe('two lessons that change places', () => {
  const spot = (of: Day, index: number) => ({ day: of, lessons: writtenLessons(of, timetable), index });

  it('are one change where they are on one day; rooms go along, times stay', () => {
    const [change, none] = swapped(spot(thursday, 0), spot(thursday, 1));
    expect(none).toBeUndefined();
    expect(change?.change).toMatchObject({
      lessons: [
        { subject: '数学', start: '08:00', end: '08:40' },
        { subject: '语文', start: '08:50', end: '09:30', room: '302' },
      ],
    });
  });

  it('are two changes where they are on two days', () => {
    const friday = day('2026-09-11', [lesson('体育', '10:00', '10:40')]);
    const changes = swapped(spot(thursday, 1), spot(friday, 0));
    expect(changes.map(({ date }) => date)).toEqual(['2026-09-10', '2026-09-11']);
    expect(changes[1]?.change).toMatchObject({ lessons: [{ subject: '数学', start: '10:00', end: '10:40' }] });
  });
});

describe('a lesson that is as usual again', () => {
  const changed = lesson('自习', '08:00', '08:40', { changed: true, instead_of: '数学' });
  const gone = lesson('语文', '08:50', '09:30', { teacher: '张老师', room: '302' });
  const written = { plan: 'lessons' as const, lessons: [] };
  const one = day('2026-09-07', [changed], { change: written, weeks: 'odd' });
  const two = { ...one, cancelled: [gone] };
  const back = (of: Day, which: DayLesson) => {
    const lessons = writtenLessons(of, timetable);
    const usual = usualLesson(of, which, timetable);
    return usual && restored({ day: of, lessons, index: indexOfLesson(lessons, which) }, which, usual).change;
  };

  it('leaves a usual day where nothing else differs, with its note and its half day', () => {
    expect(back(one, changed)).toBeNull();
    expect(back({ ...one, lessons: [], cancelled: [gone] }, gone)).toBeNull();
    expect(back({ ...one, change: { ...written, note: '运动会' } }, changed)).toEqual({
      plan: 'usual',
      note: '运动会',
    });
    expect(back({ ...one, change: { ...written, until: '12:00' } }, changed)).toMatchObject({ until: '12:00' });
  });

  it('leaves what else differs', () => {
    expect(back(two, changed)).toMatchObject({ lessons: [{ subject: '数学', start: '08:00', end: '08:40' }] });
    expect(back(two, gone)).toMatchObject({
      lessons: [{ subject: '自习' }, { subject: '语文', start: '08:50', end: '09:30', room: '302' }],
    });
  });

  it('has its usual times where the timetable says them, and the subject of the server where it does not', () => {
    const later = lesson('数学', '08:10', '08:50', { changed: true });
    expect(usualLesson(one, later, timetable)).toEqual({ subject: '数学', start: '08:00', end: '08:40' });
    const { start, end } = changed;
    expect(usualLesson(one, changed, undefined)).toEqual({ subject: '数学', start, end });
  });

  it('is none that was added, and none that has not changed', () => {
    const added = lesson('班会', '17:00', '17:40', { changed: true });
    expect(usualLesson(one, added, timetable)).toBeUndefined();
    expect(usualLesson(thursday, lesson('数学', '08:00', '08:40'), timetable)).toBeUndefined();
  });
});

it('names what differs between two lessons, an unchanged one nothing', () => {
  const before = { subject: '语文', start: '08:00', end: '08:40', room: '302' };
  expect(changedParts(before, { ...before })).toEqual([]);
  expect(changedParts(before, { ...before, end: '08:45', teacher: '李老师' })).toEqual(['time', 'teacher']);
  expect(changedParts(before, { subject: '语文', start: '08:00', end: '08:40' })).toEqual(['room']);
});

it('offers self-study first, then the subjects with the most lessons, and not the one that is there', () => {
  expect(likelySubjects(timetable, '语文')).toEqual(['自习', '数学', '体育']);
});

it('a note needs a change to stand at, and leaves with it', () => {
  expect(withNote(null, ' 运动会 ')).toEqual({ plan: 'usual', note: '运动会' });
  expect(withNote(null, ' ')).toBeNull();
  expect(withNote({ plan: 'usual', note: '运动会' }, '')).toBeNull();
  expect(withNote({ plan: 'off', note: '运动会' }, '')).toEqual({ plan: 'off', note: '' });
});

it('half a day keeps what the day is, except that a day off is held again', () => {
  expect(halfDay(null, { until: '12:00' })).toEqual({ plan: 'usual', until: '12:00' });
  expect(halfDay({ plan: 'as_day', day: 4, from: '10:00' }, { until: '12:00' })).toEqual({
    plan: 'as_day',
    day: 4,
    until: '12:00',
  });
  expect(halfDay({ plan: 'off', note: '停电' }, { from: '13:00' })).toEqual({
    plan: 'usual',
    note: '停电',
    from: '13:00',
  });
});

it('the day is cut at noon, not at a longer break in the evening', () => {
  const whole = day('2026-09-10', [
    lesson('语文', '11:00', '11:40'),
    lesson('数学', '14:00', '14:40'),
    lesson('自习', '19:00', '21:00'),
  ]);
  expect(noonOf(whole)).toEqual({ end: '11:40', start: '14:00' });
  expect(noonOf(day('2026-09-10', [lesson('语文', '08:00', '08:40')]))).toBeUndefined();
});
