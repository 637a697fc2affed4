// The form of an exam mode, pure: what it holds, what is wrong, what is sent.
import type { Exam } from '@/core/exam-mode';
import { fieldTime, wireTime } from '@/core/zone/field';
import type { ExamMode } from '../types';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAX_MS = 14 * DAY;
const MAX_AHEAD_MS = 60 * DAY;

const USUAL_MINUTES = '60';
const MINUTES = { m45: 45, m90: 90, m120: 120 };
export const LENGTHS = ['m45', 'm90', 'm120', 'custom'] as const;

export interface ExamDraft {
  begins: 'now' | 'later';
  /** Of the field for date and time, at school. */
  from: string;
  length: (typeof LENGTHS)[number];
  /** Of another length: whether it was said by its minutes or by its end. */
  by: 'minutes' | 'until';
  minutes: string;
  until: string;
}

/** The field with the fault, and what is wrong. */
export type ExamFault = 'from' | 'minutes' | 'until' | 'past' | 'order' | 'long';

/** What the form says: the exam, or why there is none yet. */
export type ExamRead = { exam: Exam; fault?: undefined } | { exam?: undefined; fault: ExamFault };

/** An empty form, or one filled from what is changed. One that has begun keeps its beginning. */
export function draftOf(exam: Exam | null): ExamDraft {
  const minutes = USUAL_MINUTES;
  if (!exam) return { begins: 'now', from: '', length: 'm45', by: 'minutes', minutes, until: '' };
  const [from, until] = [exam.from, exam.until].map((at) => fieldTime(new Date(at).toISOString()));
  return { begins: 'later', from: from ?? '', length: 'custom', by: 'until', minutes, until: until ?? '' };
}

/** Reads the form; `begun` is the beginning of the exam that is changed, if it has begun. */
export function readDraft(draft: ExamDraft, now: number, begun?: number): ExamRead {
  const from = begun ?? (draft.begins === 'now' ? now : momentOf(draft.from));
  if (from === undefined || (begun === undefined && (from < now - MINUTE || from > now + MAX_AHEAD_MS)))
    return { fault: 'from' };
  const until = endOf(draft, from);
  if (until === undefined) return { fault: draft.by };
  if (until <= from) return { fault: 'order' };
  if (until <= now) return { fault: 'past' };
  return until - from > MAX_MS ? { fault: 'long' } : { exam: { from, until } };
}

function endOf({ length, by, minutes, until }: ExamDraft, from: number): number | undefined {
  if (length !== 'custom') return from + MINUTES[length] * MINUTE;
  if (by === 'until') return momentOf(until);
  return /^[1-9]\d{0,4}$/.test(minutes.trim()) ? from + Number(minutes) * MINUTE : undefined;
}

/** How long an exam is, for the field of its minutes. */
export const minutesOf = ({ from, until }: Exam): string => String(Math.round((until - from) / MINUTE));

function momentOf(field: string): number | undefined {
  const at = wireTime(field);
  return at === undefined ? undefined : Date.parse(at);
}

/** The exam that an answer tells; null once it is over. */
export function examOf(answer: ExamMode | undefined, now: number): Exam | null {
  if (!answer?.from || !answer.until) return null;
  const exam = { from: Date.parse(answer.from), until: Date.parse(answer.until) };
  return exam.until > now ? exam : null;
}

/** How long something still lasts, by the text that says it. */
export function timeLeft(ms: number): { key: 'exam.minutes' | 'exam.hours' | 'exam.days'; n: number; minutes: number } {
  const all = Math.ceil(ms / MINUTE);
  if (all < 60) return { key: 'exam.minutes', n: all, minutes: all };
  const hours = Math.floor(all / 60);
  if (hours < 48) return { key: 'exam.hours', n: hours, minutes: all % 60 };
  return { key: 'exam.days', n: Math.floor(hours / 24), minutes: all % 60 };
}
