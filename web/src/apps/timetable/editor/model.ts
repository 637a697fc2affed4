// What the editor of a timetable holds: a grid of days and periods. Pure: every change answers a new draft.
import { secondsOf } from '@/core/school-clock';
import { dayCount, WEEKLY } from '../model';
import { placeInRows, type Row } from '../rows';
import type { Cycle, Full, Lesson, Schedule, Subject, Timetable, Weeks } from '../types';

/** A lesson in a cell; its own times where they are not those of the period. */
export type Entry = Omit<Lesson, 'start' | 'end'> & Partial<Pick<Lesson, 'start' | 'end'>>;

/** Either the same in all weeks, or what is in odd and in even ones. */
export type Cell = Partial<Record<Weeks, Entry>>;

export interface Place {
  /** From 1. */
  day: number;
  /** From 0. */
  period: number;
}

export interface Draft {
  name: string;
  from: string;
  /** Empty where it holds until the next one. */
  until: string;
  firstDay: string;
  description: string;
  cycle: Cycle;
  subjects: readonly Subject[];
  periods: readonly Row[];
  /**
   * By day from 1 at index 0, then by period; a cell without a lesson is empty. Days that the cycle has no longer are
   * there as long as it is edited, see `daysOf`.
   */
  days: readonly (readonly Cell[])[];
  /** Names of schedules of one day, by `day:weeks`: other programs show them. */
  names: Readonly<Record<string, string>>;
}

const NOTHING: Cell = {};
export const WEEKS: readonly Weeks[] = ['all', 'odd', 'even'];

/** The days that the cycle has. */
export const daysOf = ({ days, cycle }: Draft): Draft['days'] => days.slice(0, dayCount(cycle));

export const cellAt = (draft: Draft, { day, period }: Place): Cell => draft.days[day - 1]?.[period] ?? NOTHING;
export const isEmpty = (cell: Cell): boolean => !cell.all && !cell.odd && !cell.even;
export const isSplit = (cell: Cell): boolean => !!cell.odd || !!cell.even;

interface Seen extends Lesson {
  written: Lesson;
}

/** The draft of what is stored. */
export function draftOf(
  full: Omit<Full, 'id' | 'revision' | 'holds_today' | 'updated_at' | 'updated_by' | 'owner'>,
): Draft {
  const { description, cycle = WEEKLY, subjects = [], schedules = [] } = full.timetable;
  const count = dayCount(cycle);
  const weeksOf = (parity: Weeks): Seen[][] =>
    Array.from({ length: count }, (_, index) => lessonsOf(schedules, index + 1, parity));
  const [odd, even] = [weeksOf('odd'), weeksOf('even')];
  const placed = placeInRows([...odd, ...even], { single: true });
  const days = Array.from({ length: count }, (_, index) => {
    const cells: Cell[] = placed.rows.map(() => NOTHING);
    const put = (parity: 'odd' | 'even', list: (typeof placed.days)[number] | undefined): void =>
      list?.forEach(({ lesson, row }) => {
        cells[row] = joined({ ...cells[row], [parity]: entryOf(lesson.written, placed.rows[row]) });
      });
    put('odd', placed.days[index]);
    put('even', placed.days[count + index]);
    return cells;
  });
  return {
    name: full.name,
    from: full.from,
    until: full.until ?? '',
    firstDay: full.first_day,
    description: description ?? '',
    cycle,
    subjects,
    periods: placed.rows,
    days,
    names: namesOf(schedules),
  };
}

function lessonsOf(schedules: readonly Schedule[], day: number, parity: Weeks): Seen[] {
  const those = schedules.filter(
    ({ days, weeks = 'all' }) => days.includes(day) && (weeks === 'all' || weeks === parity),
  );
  const lessons = those.flatMap(({ lessons: all = [] }) => all.map((written) => ({ ...written, written })));
  return lessons.sort((a, b) => secondsOf(a.start) - secondsOf(b.start));
}

function entryOf({ start, end, ...rest }: Lesson, period: Row | undefined): Entry {
  return start === period?.start && end === period.end ? rest : { ...rest, start, end };
}

function namesOf(schedules: readonly Schedule[]): Record<string, string> {
  const alone = schedules.filter(({ name, days }) => name && days.length === 1);
  return Object.fromEntries(alone.map(({ name = '', days, weeks = 'all' }) => [`${days[0]}:${weeks}`, name]));
}

/** Odd and even weeks that have the same are one. */
function joined(cell: Cell): Cell {
  const { all, odd, even } = cell;
  if (all) return { all };
  if (odd && even && JSON.stringify(sorted(odd)) === JSON.stringify(sorted(even))) return { all: odd };
  return { ...(odd && { odd }), ...(even && { even }) };
}

const sorted = (entry: Entry): [string, unknown][] => Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1));

/** A timetable that leaves nothing of its lessons to be understood. */
export type Written = Omit<Timetable, 'schedules'> & { schedules: Required<Schedule>[] };

/** What is stored of a draft. */
export function timetableOf(draft: Draft): Written {
  const schedules: Written['schedules'] = [];
  daysOf(draft).forEach((cells, index) => {
    for (const weeks of WEEKS) {
      const lessons = cells.flatMap((cell, period) => {
        const entry = cell[weeks];
        return entry ? [lessonOf(entry, draft.periods[period])] : [];
      });
      lessons.sort((a, b) => secondsOf(a.start) - secondsOf(b.start));
      const name = draft.names[`${index + 1}:${weeks}`] ?? '';
      if (lessons.length > 0) schedules.push({ name, days: [index + 1], weeks, lessons });
    }
  });
  const { description, cycle, subjects } = draft;
  return { ...(description && { description }), cycle, subjects: [...subjects], schedules };
}

export function lessonOf(entry: Entry, period: Row | undefined): Lesson {
  const { subject, start, end, teacher, room } = entry;
  return {
    subject,
    start: start ?? period?.start ?? '',
    end: end ?? period?.end ?? '',
    ...(teacher && { teacher }),
    ...(room && { room }),
  };
}

function withCell(draft: Draft, { day, period }: Place, cell: Cell): Draft {
  const days = draft.days.map((cells, index) =>
    index === day - 1 ? draft.periods.map((_, at) => (at === period ? joined(cell) : (cells[at] ?? NOTHING))) : cells,
  );
  return { ...draft, days };
}

/** Puts a lesson into a cell, in all weeks or in those that are meant; `undefined` takes it away. */
export function withEntry(draft: Draft, place: Place, weeks: Weeks, entry: Entry | undefined): Draft {
  if (weeks === 'all') return withCell(draft, place, entry ? { all: entry } : NOTHING);
  const { all, odd = all, even = all } = cellAt(draft, place);
  return withCell(draft, place, { odd, even, [weeks]: entry });
}

/** Two cells change places; the times of their periods stay. */
export function withMoved(draft: Draft, from: Place, to: Place): Draft {
  if (from.day === to.day && from.period === to.period) return draft;
  const [a, b] = [cellAt(draft, from), cellAt(draft, to)].map(withoutTimes);
  return withCell(withCell(draft, from, b ?? NOTHING), to, a ?? NOTHING);
}

const plain = ({ start: _start, end: _end, ...rest }: Entry): Entry => rest;

function withoutTimes(cell: Cell): Cell {
  return Object.fromEntries(Object.entries(cell).map(([weeks, entry]) => [weeks, entry && plain(entry)]));
}

export function withCopiedDay(draft: Draft, from: number, to: readonly number[]): Draft {
  const cells = draft.days[from - 1] ?? [];
  return { ...draft, days: draft.days.map((day, index) => (to.includes(index + 1) ? cells : day)) };
}

export const withClearedDay = (draft: Draft, day: number): Draft => ({
  ...draft,
  days: draft.days.map((cells, index) => (index === day - 1 ? [] : cells)),
});

/**
 * Other times of the periods by their numbers; what is longer than the periods so far brings new ones. Of further ones
 * those stay that have lessons, and those before them.
 */
export function withPeriods(draft: Draft, times: readonly Row[]): Draft {
  const used = draft.days.map((cells) => cells.reduce((last, cell, at) => (isEmpty(cell) ? last : at + 1), 0));
  return { ...draft, periods: [...times, ...draft.periods.slice(times.length, Math.max(0, ...used))] };
}

export function withPeriod(draft: Draft, index: number, row: Row): Draft {
  return { ...draft, periods: draft.periods.map((period, at) => (at === index ? row : period)) };
}

export function withoutPeriod(draft: Draft, index: number): Draft {
  const rest = <T>(list: readonly T[]): T[] => list.filter((_, at) => at !== index);
  return { ...draft, periods: rest(draft.periods), days: draft.days.map(rest) };
}

/** Another name goes into every cell that has the old one. */
export function withSubject(draft: Draft, index: number, subject: Subject): Draft {
  const before = draft.subjects[index]?.name;
  const subjects =
    index < draft.subjects.length
      ? draft.subjects.map((one, at) => (at === index ? subject : one))
      : [...draft.subjects, subject];
  const next = { ...draft, subjects };
  if (before === undefined || before === subject.name) return next;
  return mapEntries(next, (entry) => (entry.subject === before ? { ...entry, subject: subject.name } : entry));
}

/** The subject goes, and its lessons with it. */
export function withoutSubject(draft: Draft, index: number): Draft {
  const gone = draft.subjects[index]?.name;
  const subjects = draft.subjects.filter((_, at) => at !== index);
  return mapEntries({ ...draft, subjects }, (entry) => (entry.subject === gone ? undefined : entry));
}

function mapEntries(draft: Draft, change: (entry: Entry) => Entry | undefined): Draft {
  const mapCell = (cell: Cell): Cell => {
    const entries = WEEKS.map((weeks) => [weeks, cell[weeks] && change(cell[weeks])] as const);
    return joined(Object.fromEntries(entries.filter(([, entry]) => entry)));
  };
  return { ...draft, days: draft.days.map((cells) => cells.map(mapCell)) };
}

function unsplit({ all, odd, even }: Cell): Cell {
  const entry = all ?? odd ?? even;
  return entry ? { all: entry } : NOTHING;
}

/** Another way of repeating. Lessons of days that it does not have wait for them; it may know no odd and even weeks. */
export function withCycle(draft: Draft, cycle: Cycle): Draft {
  const length = Math.max(dayCount(cycle), draft.days.length);
  const days = Array.from({ length }, (_, index) => draft.days[index] ?? []);
  return { ...draft, cycle, days: cycle.kind === 'weekly' ? days : days.map((cells) => cells.map(unsplit)) };
}

/** How many lessons a subject has: in a week, or in the cycle; one of every other week is half of one. */
export function lessonCount(draft: Draft, subject: string): number {
  const cells = daysOf(draft).flat();
  const share = (entry: Entry | undefined, part: number): number => (entry?.subject === subject ? part : 0);
  return cells.reduce((sum, { all, odd, even }) => sum + share(all, 1) + share(odd, 0.5) + share(even, 0.5), 0);
}

export type FaultRule = 'time' | 'order' | 'overlap';
export interface Fault extends Place {
  rule: FaultRule;
}

/** Lessons that cannot be: without a time, ending before they begin, or at the time of another one. */
export function faultsOf(draft: Draft): Fault[] {
  const faults: Fault[] = [];
  daysOf(draft).forEach((cells, index) => {
    const found = new Map<number, FaultRule>();
    for (const parity of ['odd', 'even'] as const) {
      const lessons = cells.flatMap((cell, period) => {
        const entry = cell.all ?? cell[parity];
        return entry ? [{ period, ...lessonOf(entry, draft.periods[period]) }] : [];
      });
      for (const one of lessons) {
        const rule = ruleOf(one, lessons);
        if (rule) found.set(one.period, rule);
      }
    }
    found.forEach((rule, period) => faults.push({ day: index + 1, period, rule }));
  });
  return faults;
}

function ruleOf(one: Lesson & { period: number }, lessons: readonly (Lesson & { period: number })[]): FaultRule | null {
  if (!one.start || !one.end) return 'time';
  if (secondsOf(one.end) <= secondsOf(one.start)) return 'order';
  const overlaps = lessons.some(
    (other) =>
      other.period < one.period &&
      secondsOf(one.start) < secondsOf(other.end) &&
      secondsOf(other.start) < secondsOf(one.end),
  );
  return overlaps ? 'overlap' : null;
}
