// The editor's draft: nothing is lost on the way in and out, and every change is one that people mean.
import { describe, expect, it } from 'vitest';
import { useHistory } from '@/core/edit-history';
import type { Cycle, Lesson } from '../types';
import { bellsOf, periodsOf, retypedTime, typedTime } from '../bells';
import {
  cellAt,
  daysOf,
  draftOf,
  faultsOf,
  lessonCount,
  timetableOf,
  withClearedDay,
  withCopiedDay,
  withCycle,
  withEntry,
  withMoved,
  withoutPeriod,
  withoutSubject,
  withPeriods,
  withSubject,
  type Written,
} from './model';
import { termFaults } from './term';

const lesson = (subject: string, start: string, end: string, more: Partial<Lesson> = {}): Lesson => ({
  subject,
  start,
  end,
  ...more,
});
const [first, second] = [
  ['08:00', '08:40'],
  ['08:50', '09:30'],
] as const;
const timetable: Written = {
  cycle: { kind: 'weekly' },
  subjects: [{ name: '语文', teacher: '张老师' }, { name: '数学', color: '#2f63d6' }, { name: '体育' }],
  schedules: [
    { name: '周一', days: [1], weeks: 'all', lessons: [lesson('语文', ...first), lesson('数学', ...second)] },
    { name: '', days: [2], weeks: 'all', lessons: [lesson('数学', ...first, { room: '302' })] },
    { name: '', days: [2], weeks: 'odd', lessons: [lesson('体育', ...second)] },
    { name: '', days: [2], weeks: 'even', lessons: [lesson('语文', ...second)] },
    { name: '', days: [5], weeks: 'all', lessons: [lesson('体育', '08:05', '08:45')] },
  ],
};
const stored = { name: '秋季', from: '2026-09-01', until: null, first_day: '2026-09-01', timetable };
const draft = draftOf(stored);

describe('the draft of a timetable', () => {
  it('gives back what was stored', () => {
    expect(timetableOf(draft)).toEqual(timetable);
    expect(draft.periods).toHaveLength(2);
    expect(cellAt(draft, { day: 5, period: 0 }).all).toMatchObject({ start: '08:05', end: '08:45' });
  });

  it('has the days of a schedule apart, and the same lessons on each of them', () => {
    const both = timetable.schedules.slice(0, 1).map((schedule) => ({ ...schedule, days: [1, 3] }));
    const shared = { ...timetable, schedules: both };
    const { schedules } = timetableOf(draftOf({ ...stored, timetable: shared }));
    expect(schedules.map(({ days, lessons }) => [days, lessons.length])).toEqual([
      [[1], 2],
      [[3], 2],
    ]);
  });

  it('keeps a double lesson with its own times', () => {
    const double = { name: '', days: [3], weeks: 'all' as const, lessons: [lesson('体育', '08:00', '09:30')] };
    const more = { ...timetable, schedules: [...timetable.schedules.slice(0, 4), double] };
    expect(timetableOf(draftOf({ ...stored, timetable: more }))).toEqual(more);
  });
});

describe('a cell', () => {
  const at = { day: 4, period: 0 };

  it('is filled and emptied', () => {
    const filled = withEntry(draft, at, 'all', { subject: '语文' });
    expect(cellAt(filled, at)).toEqual({ all: { subject: '语文' } });
    expect(cellAt(withEntry(filled, at, 'all', undefined), at)).toEqual({});
  });

  it('is split into odd and even weeks, and one again once both are the same', () => {
    const whole = withEntry(draft, at, 'all', { subject: '语文' });
    const split = withEntry(whole, at, 'odd', { subject: '数学' });
    expect(cellAt(split, at)).toEqual({ odd: { subject: '数学' }, even: { subject: '语文' } });
    expect(cellAt(withEntry(split, at, 'even', { subject: '数学' }), at)).toEqual({ all: { subject: '数学' } });
  });

  it('changes places with another one, whose time it takes', () => {
    const moved = withMoved(draft, { day: 5, period: 0 }, { day: 1, period: 1 });
    expect(cellAt(moved, { day: 1, period: 1 })).toEqual({ all: { subject: '体育' } });
    expect(cellAt(moved, { day: 5, period: 0 })).toEqual({ all: { subject: '数学' } });
    expect(withMoved(draft, { day: 5, period: 0 }, { day: 5, period: 0 })).toBe(draft);
  });
});

describe('a whole day, a period, a subject, the cycle', () => {
  it('is copied and cleared', () => {
    const copied = withCopiedDay(draft, 1, [3, 4]);
    expect(copied.days[3]).toEqual(draft.days[0]);
    expect(timetableOf(withClearedDay(draft, 1)).schedules.some(({ days }) => days[0] === 1)).toBe(false);
  });

  it('gets other times, which lessons with their own times do not follow', () => {
    const later = withPeriods(draft, [{ start: '08:10', end: '08:50' }]);
    const { schedules } = timetableOf(later);
    expect(schedules[0]?.lessons[0]?.start).toBe('08:10');
    expect(schedules.find(({ days }) => days[0] === 5)?.lessons[0]?.start).toBe('08:05');
    expect(later.periods).toHaveLength(2);
  });

  it('gets fewer times, and loses the rows after them that are empty', () => {
    const more = withPeriods(draft, [...draft.periods, { start: '09:40', end: '10:20' }]);
    expect(more.periods).toHaveLength(3);
    expect(withPeriods(more, [{ start: '08:10', end: '08:50' }]).periods).toEqual([
      { start: '08:10', end: '08:50' },
      { start: '08:50', end: '09:30' },
    ]);
  });

  it('goes with its lessons', () => {
    expect(timetableOf(withoutPeriod(draft, 0)).schedules.flatMap(({ lessons }) => lessons)).toHaveLength(3);
    const left = timetableOf(withoutSubject(draft, 2));
    expect(JSON.stringify(left)).not.toContain('体育');
    expect(cellAt(withoutSubject(draft, 2), { day: 2, period: 1 })).toEqual({ even: { subject: '语文' } });
  });

  it('is called otherwise in every cell', () => {
    const renamed = withSubject(draft, 1, { name: '高等数学' });
    expect([lessonCount(renamed, '高等数学'), lessonCount(renamed, '数学')]).toEqual([2, 0]);
    expect(withSubject(draft, 3, { name: '物理' }).subjects).toHaveLength(4);
  });

  it('counts a lesson of every other week half', () => {
    expect(lessonCount(draft, '体育')).toBe(1.5);
  });

  it('becomes a cycle of days without odd and even weeks', () => {
    const spans = [
      { activity: 'work' as const, count: 3 },
      { activity: 'rest' as const, count: 1 },
    ];
    const cycle = withCycle(draft, { kind: 'days', spans, pauses_on_days_off: true });
    expect(daysOf(cycle)).toHaveLength(3);
    expect(timetableOf(cycle).schedules.every(({ weeks }) => weeks === 'all')).toBe(true);
    expect(timetableOf(draftOf({ ...stored, timetable: timetableOf(cycle) }))).toEqual(timetableOf(cycle));
  });

  it('has the lessons of its last day again after a day less and a day more', () => {
    const cycle = (count: number): Cycle => ({
      kind: 'days',
      spans: [{ activity: 'work', count }],
      pauses_on_days_off: true,
    });
    const five = withCycle(draft, cycle(5));
    const four = withCycle(five, cycle(4));
    expect(timetableOf(four).schedules.some(({ days }) => days.includes(5))).toBe(false);
    expect([lessonCount(four, '体育'), faultsOf(four)]).toEqual([1, []]);
    expect(timetableOf(withCycle(four, cycle(5)))).toEqual(timetableOf(five));
  });

  it('keeps every day of a long cycle', () => {
    const spans = [{ activity: 'work' as const, count: 100 }];
    const schedules = [{ name: '', days: [100], weeks: 'all' as const, lessons: [lesson('语文', ...first)] }];
    const long: Written = { ...timetable, cycle: { kind: 'days', spans, pauses_on_days_off: false }, schedules };
    expect(timetableOf(draftOf({ ...stored, timetable: long }))).toEqual(long);
  });
});

it('says which lessons cannot be', () => {
  expect(faultsOf(draft)).toEqual([]);
  const early = withEntry(draft, { day: 1, period: 1 }, 'all', { subject: '数学', start: '08:30', end: '09:10' });
  expect(faultsOf(early)).toEqual([{ day: 1, period: 1, rule: 'overlap' }]);
  const backwards = withEntry(draft, { day: 2, period: 1 }, 'odd', { subject: '数学', start: '09:30', end: '09:00' });
  expect(faultsOf(backwards)).toEqual([{ day: 2, period: 1, rule: 'order' }]);
});

it.each([
  [{}, {}],
  [
    { name: ' ', from: '' },
    { name: 'empty', from: 'date', firstDay: 'late' },
  ],
  [{ from: '2026-02-30' }, { from: 'date', firstDay: 'late' }],
  [{ until: '2026-08-31' }, { until: 'early' }],
  [{ until: 'May' }, { until: 'date' }],
  [{ firstDay: '2026-09-02' }, { firstDay: 'late' }],
])('says of %o what is wrong with the term: %o', (more, faults) => {
  expect(termFaults({ ...draft, ...more })).toEqual(faults);
});

describe('the bells of a day', () => {
  const bells = { sessions: [{ start: '8：00', count: 3 }], lesson: 40, pause: 10, longAfter: 0, longPause: 20 };

  it('are typed once and fill the day', () => {
    expect(periodsOf(bells)?.map(({ start, end }) => `${start}-${end}`)).toEqual([
      '08:00-08:40',
      '08:50-09:30',
      '09:40-10:20',
    ]);
  });

  it('have a long break in the first part of the day, and further parts', () => {
    const whole = { ...bells, longAfter: 2, sessions: [...bells.sessions, { start: '14:00', count: 2 }] };
    expect(periodsOf(whole)?.map(({ start }) => start)).toEqual(['08:00', '08:50', '09:50', '14:00', '14:50']);
  });

  it('are none where a time is none, or where the day has no room', () => {
    expect(periodsOf({ ...bells, sessions: [{ start: '8', count: 1 }] })).toBeUndefined();
    expect(periodsOf({ ...bells, sessions: [{ start: '', count: 0 }] })).toEqual([]);
    expect(periodsOf({ ...bells, sessions: [...bells.sessions, { start: '09:00', count: 1 }] })).toBeUndefined();
    expect(periodsOf({ ...bells, sessions: [{ start: '22:00', count: 4 }] })).toBeUndefined();
  });

  it('are read from the times that are there, so that filling again changes nothing', () => {
    const given = {
      sessions: [
        { start: '07:50', count: 4 },
        { start: '14:10', count: 3 },
        { start: '19:00', count: 2 },
      ],
      lesson: 45,
      pause: 5,
      longAfter: 2,
      longPause: 30,
    };
    const periods = periodsOf(given) ?? [];
    expect(bellsOf(periods, bells)).toEqual(given);
    expect(bellsOf(periods.slice(0, 1), bells)).toMatchObject({ lesson: 45, pause: 10, longAfter: 0, longPause: 20 });
    expect(bellsOf([], bells)).toBe(bells);
  });

  it('keep the seconds of a time that is typed as it was', () => {
    expect([retypedTime('08:00', '08:00:30'), retypedTime('8:05', '08:00:30')]).toEqual(['08:00:30', '08:05']);
  });

  it('take times as people type them', () => {
    expect(['8:05', '08：05', '8.05', '8:05:30', '25:00', '8', '8:5'].map(typedTime)).toEqual([
      '08:05',
      '08:05',
      '08:05',
      '08:05:30',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('undo', () => {
  it('goes back and forth, and a new change forgets what was undone', () => {
    const history = useHistory('a');
    history.push('b');
    history.push('c');
    history.undo();
    history.undo();
    expect([history.state.value, history.canUndo.value]).toEqual(['a', false]);
    history.redo();
    history.push('d');
    expect([history.state.value, history.canRedo.value]).toEqual(['d', false]);
    history.undo();
    expect(history.state.value).toBe('b');
  });

  it('takes what is typed into one field as one step', () => {
    const history = useHistory('');
    for (const text of ['2', '20', '203']) history.push(text, 'room');
    history.push('203!', 'name');
    history.undo();
    expect(history.state.value).toBe('203');
    history.undo();
    expect(history.state.value).toBe('');
  });
});
