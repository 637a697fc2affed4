// The papers of a day of exams while they are typed. Pure.
import { retypedTime, typedTime } from '../bells';
import type { Day, Lesson, Timetable } from '../types';
import { writtenLessons } from './model';

export interface Paper {
  /** Tells the rows apart. */
  key: number;
  subject: string;
  start: string;
  end: string;
  room: string;
  /** What it was before, whose seconds and teacher stay. */
  before?: Lesson;
}

const FIRST = { start: '08:00', end: '10:00' };

/** The papers that a day has; one to begin with where it has none. */
export function papersOf(day: Day, timetable: Timetable | undefined): Paper[] {
  const lessons = writtenLessons(day, timetable);
  if (day.kind !== 'exam' || lessons.length === 0) return [{ key: 0, subject: '', room: '', ...FIRST }];
  return lessons.map((before, key) => ({
    key,
    subject: before.subject,
    start: before.start.slice(0, 5),
    end: before.end.slice(0, 5),
    room: before.room ?? '',
    before,
  }));
}

/** One more, after the last one. */
export function withPaper(papers: readonly Paper[]): Paper[] {
  const last = papers[papers.length - 1];
  const key = Math.max(-1, ...papers.map((paper) => paper.key)) + 1;
  const start = last && typedTime(last.end) ? last.end : FIRST.start;
  return [...papers, { key, subject: '', room: '', start, end: '' }];
}

export type PaperFault = 'subject' | 'start' | 'end';

function timeOf(paper: Paper, field: 'start' | 'end'): string | undefined {
  return retypedTime(paper[field], paper.before?.[field] ?? '');
}

/** What is wrong with one: the first that is. */
export function faultOf(paper: Paper): PaperFault | null {
  const [first, last] = [timeOf(paper, 'start'), timeOf(paper, 'end')];
  if (!paper.subject.trim()) return 'subject';
  if (!first) return 'start';
  return last && last > first ? null : 'end';
}

/** The lessons of the papers, in the order of their times. */
export function lessonsOf(papers: readonly Paper[]): Lesson[] {
  const lessons = papers.map((paper) => {
    const [room, teacher] = [paper.room.trim(), paper.before?.teacher];
    const times = { start: timeOf(paper, 'start') ?? '', end: timeOf(paper, 'end') ?? '' };
    return { subject: paper.subject.trim(), ...times, ...(teacher && { teacher }), ...(room && { room }) };
  });
  return lessons.sort((a, b) => (a.start < b.start ? -1 : 1));
}
