// What a change of one date puts in the place of its lessons. Pure.
import { secondsOf } from '@/core/school-clock';
import { weekdayOf } from '../dates';
import { NOTE_MOST } from '../limits';
import { lessonKey } from '../model';
import type { Day, DayChange, DayLesson, Lesson, Schedule, SeenChange, Timetable } from '../types';

/** What most lessons that fall out become; offered first. */
const SELF_STUDY = ['自习', 'Self-study'];

/** The class's lessons of a day as a change writes them down: without what the subject says anyway. */
export function writtenLessons(day: Day, timetable: Timetable | undefined): Lesson[] {
  return day.lessons.filter(({ own }) => !own).map((lesson) => writtenLesson(lesson, timetable));
}

/** One of them. */
export function writtenLesson(lesson: DayLesson, timetable: Timetable | undefined): Lesson {
  const subject = timetable?.subjects?.find(({ name }) => name === lesson.subject);
  const { start, end, teacher, room } = lesson;
  return {
    subject: lesson.subject,
    start,
    end,
    ...(teacher && teacher !== subject?.teacher && { teacher }),
    ...(room && room !== subject?.room && { room }),
  };
}

/** The number of a lesson among those written down, or -1. */
export const indexOfLesson = (lessons: readonly Lesson[], { start, end, subject }: Lesson | DayLesson): number =>
  lessons.findIndex((one) => one.start === start && one.end === end && one.subject === subject);

/** The change that gives a day these lessons. Exams stay exams, and the note stays; without one `words` is it. */
export function changeTo(day: Day, lessons: readonly Lesson[], words = ''): SeenChange {
  const plan = day.kind === 'exam' ? 'exam' : 'lessons';
  const change = { plan, lessons: inOrder(lessons), note: noteOf(day) || words } as const;
  return { date: day.date, change, seen: day.change };
}

/** What the class has said of the day itself; the name of a holiday is not its words. */
export const noteOf = ({ change }: Day): string => change?.note ?? '';

function inOrder(lessons: readonly Lesson[]): Lesson[] {
  return [...lessons].sort((a, b) => secondsOf(a.start) - secondsOf(b.start));
}

/** Another subject at the same time; teacher and room are then those of the subject. */
export function withSubject(lessons: readonly Lesson[], index: number, subject: string): Lesson[] {
  return lessons.map((lesson, at) => (at === index ? { subject, start: lesson.start, end: lesson.end } : lesson));
}

export const without = (lessons: readonly Lesson[], index: number): Lesson[] => lessons.filter((_, at) => at !== index);

export const withLesson = (lessons: readonly Lesson[], index: number, next: Lesson): Lesson[] =>
  index < 0 ? [...lessons, next] : lessons.map((lesson, at) => (at === index ? next : lesson));

/** What differs between two lessons of a subject. */
export function changedParts(before: Lesson, after: Lesson): ('time' | 'teacher' | 'room')[] {
  const isSame = {
    time: before.start === after.start && before.end === after.end,
    teacher: before.teacher === after.teacher,
    room: before.room === after.room,
  };
  return (['time', 'teacher', 'room'] as const).filter((part) => !isSame[part]);
}

/**
 * What a lesson of a date usually is, one that is cancelled or one that is changed; none for one that was added. Which
 * day of a cycle a date is only the server knows, so there any day with the subject at that time says it.
 */
export function usualLesson(day: Day, lesson: DayLesson, timetable: Timetable | undefined): Lesson | undefined {
  if (day.cancelled.includes(lesson)) return writtenLesson(lesson, timetable);
  if (!lesson.changed) return undefined;
  const { start, end, instead_of: instead } = lesson;
  const isHeld = ({ days, weeks = 'all' }: Schedule): boolean =>
    day.weeks === null || (days.includes(weekdayOf(day.date)) && (weeks === 'all' || weeks === day.weeks));
  const usual = (timetable?.schedules ?? []).filter(isHeld).flatMap(({ lessons = [] }) => lessons);
  const subject = instead ?? lesson.subject;
  const found = usual.find((one) => one.subject === subject && one.start < end && start < one.end);
  return found ?? (instead === null ? undefined : { subject, start, end });
}

/** Where a lesson is: a day, and the number of the lesson among those written down. */
export interface Spot {
  day: Day;
  lessons: readonly Lesson[];
  index: number;
  /** The note of the day once its lessons are written down, where it has none. */
  words?: string;
}

const atTimeOf = (lesson: Lesson, { start, end }: Lesson): Lesson => ({ ...lesson, start, end });

/**
 * Two lessons change places: the times stay where they are, all else goes along. Those of one day are numbered among
 * the same lessons.
 */
export function swapped(one: Spot, other: Spot): SeenChange[] {
  const [a, b] = [one.lessons[one.index], other.lessons[other.index]];
  if (!a || !b) return [];
  if (one.day.date !== other.day.date) {
    return [
      changeTo(one.day, withLesson(one.lessons, one.index, atTimeOf(b, a)), one.words),
      changeTo(other.day, withLesson(other.lessons, other.index, atTimeOf(a, b)), other.words),
    ];
  }
  const first = withLesson(one.lessons, one.index, atTimeOf(b, a));
  return [changeTo(one.day, withLesson(first, other.index, atTimeOf(a, b)), one.words)];
}

/** A lesson is as usual again, and all else of the day stays; where nothing else differs, the day is a usual one. */
export function restored({ day, lessons, index }: Spot, lesson: DayLesson, usual: Lesson): SeenChange {
  const { change } = day;
  const differing = [...day.lessons.filter(({ changed }) => changed), ...day.cancelled];
  if (differing.some((one) => lessonKey(one) !== lessonKey(lesson)))
    return changeTo(day, withLesson(lessons, index, usual));
  const rest = { plan: 'usual', from: change?.from, until: change?.until } as const;
  return { date: day.date, change: withNote(rest, noteOf(day)), seen: change };
}

/** The subjects for the place of a lesson: self-study first, then those with the most lessons. */
export function likelySubjects({ subjects = [], schedules = [] }: Timetable, instead: string): string[] {
  const counts = new Map<string, number>();
  for (const { lessons = [], days } of schedules)
    lessons.forEach(({ subject }) => counts.set(subject, (counts.get(subject) ?? 0) + days.length));
  const rank = (name: string): number => (SELF_STUDY.includes(name) ? Infinity : (counts.get(name) ?? 0));
  const names = subjects.map(({ name }) => name).filter((name) => name !== instead);
  return names.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

/** The same change with other words; without any change the day is held as usual with a note. */
export function withNote(change: DayChange | null, note: string): DayChange | null {
  const words = [...note.trim()].slice(0, NOTE_MOST).join('');
  if (!change) return words ? { plan: 'usual', note: words } : null;
  if (!words && change.plan === 'usual' && !change.from && !change.until) return null;
  return { ...change, note: words };
}

/** Half a day: what is left of the usual or of the changed day before or after a time. */
export function halfDay(change: DayChange | null, part: { from?: string; until?: string }): DayChange {
  const { from: _from, until: _until, ...rest } = change ?? { plan: 'usual' as const };
  return { ...(rest.plan === 'off' ? { plan: 'usual' as const, note: rest.note } : rest), ...part } as DayChange;
}

/** The ends of the lessons before the longest break, and the begin after it: where a half day is cut. */
export function noonOf(day: Day): { end: string; start: string } | undefined {
  let widest: { end: string; start: string; gap: number } | undefined;
  day.lessons.forEach((lesson, index) => {
    const next = day.lessons[index + 1];
    if (!next) return;
    const gap = secondsOf(next.start) - secondsOf(lesson.end);
    // The break at noon is the widest one that is about noon: an evening may have a longer one before it.
    const isAboutNoon = secondsOf(lesson.end) <= 14 * 3600 && secondsOf(next.start) >= 12 * 3600;
    if (isAboutNoon && gap > (widest?.gap ?? 0)) widest = { end: lesson.end, start: next.start, gap };
  });
  return widest && { end: widest.end, start: widest.start };
}
