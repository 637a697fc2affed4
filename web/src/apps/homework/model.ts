// Nouns and rules of homework, pure: which week, which row, which group, what is left.
import { addDays, datesFrom, daysBetween, mondayOf, weekdayOf } from '@/core/dates';
import { isDone, isOver } from '@/core/homework';
import { withoutMarks } from '@/core/without-marks';
import type { HomeworkCard } from './types';

/** So long after its end a card still takes what is handed in. */
const LATE_DAYS = 14;
const DAY_MS = 86_400_000;
const LINE = 120;

/** Whether a title is the one that the server makes of the subject, or of the text where there is no subject. */
export function isUsualTitle({
  title,
  subject,
  content,
}: Pick<HomeworkCard, 'title' | 'subject' | 'content'>): boolean {
  const usual = [`${subject}作业`, `${subject} homework`.trim(), subject];
  if (usual.some((one) => one !== '' && one.toLowerCase() === title.trim().toLowerCase())) return true;
  return subject === '' && isBeginning(withoutMarks(title), withoutMarks(content).split('\n')[0] ?? '');
}

/** Whether a title is a line, or the beginning of a long one. */
const isBeginning = (title: string, line: string): boolean =>
  title === line || (title.endsWith('…') && line.startsWith(title.slice(0, -1)));

/** The beginning of a text in one line. */
export function firstLine(markdown: string): string {
  const letters = [...withoutMarks(markdown).replace(/\s+/g, ' ').trim()];
  return letters.length > LINE ? `${letters.slice(0, LINE).join('')}…` : letters.join('');
}

/** What a card says in its first line and below it, where its subject stands beside it. */
export function headline(card: HomeworkCard): { title: string; line: string } {
  const line = firstLine(card.content);
  if (!isUsualTitle(card)) return { title: card.title, line };
  return line ? { title: line, line: '' } : { title: card.title, line: '' };
}

export type Filter = readonly string[];

/** The subjects of cards: in the known order, others after them, no subject last. */
export function subjectsOf(cards: readonly HomeworkCard[], known: readonly string[] = []): string[] {
  const place = (subject: string): number => {
    if (subject === '') return known.length + 1;
    const at = known.indexOf(subject);
    return at < 0 ? known.length : at;
  };
  const all = [...new Set(cards.map(({ subject }) => subject))];
  return all.sort((a, b) => place(a) - place(b) || a.localeCompare(b, 'zh-CN'));
}

/** The days of a week that have a column: of the weekend those that have a card, and today. */
export function wallDays(monday: string, cards: readonly HomeworkCard[], today: string): string[] {
  const isUsed = (day: string): boolean => day === today || cards.some(({ assigned_on: on }) => on === day);
  return datesFrom(monday, 7).filter((day) => weekdayOf(day) <= 5 || isUsed(day));
}

export interface WallRow {
  subject: string;
  /** The cards of each day. */
  cells: HomeworkCard[][];
}

/** The wall: a row for each subject, in it the cards of each day, those to do first. */
export function wallRows(cards: readonly HomeworkCard[], days: readonly string[], known: readonly string[]): WallRow[] {
  return subjectsOf(cards, known).map((subject) => ({
    subject,
    cells: days.map((day) => inOrder(cards.filter((card) => card.subject === subject && card.assigned_on === day))),
  }));
}

/** Pinned first, then the nearest end, none last, then the older. */
export function inOrder<C extends HomeworkCard>(cards: readonly C[]): C[] {
  return [...cards].sort(
    (a, b) => Number(b.pinned) - Number(a.pinned) || (a.due_at ?? '9').localeCompare(b.due_at ?? '9') || a.id - b.id,
  );
}

export const GROUPS = ['overdue', 'today', 'tomorrow', 'later', 'none'] as const;
export type Group = (typeof GROUPS)[number];

/** In which group of the open list a card stands. */
export function groupOf(card: HomeworkCard, now: Date, today: string): Group {
  if (!card.due_at || !card.due_date) return 'none';
  if (isOver(card, now)) return 'overdue';
  const days = daysBetween(today, card.due_date);
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : 'later';
}

/** The open cards in groups, each in the order of its ends; empty groups are left out. */
export function openGroups(
  cards: readonly HomeworkCard[],
  now: Date,
  today: string,
): { group: Group; cards: HomeworkCard[] }[] {
  const open = cards.filter((card) => !isDone(card));
  return GROUPS.map((group) => ({
    group,
    cards: inOrder(open.filter((card) => groupOf(card, now, today) === group)),
  })).filter(({ cards: those }) => those.length > 0);
}

/** Those whose end is ahead, the nearest first. */
export const dueAhead = (cards: readonly HomeworkCard[], now: Date): HomeworkCard[] =>
  inOrder(cards.filter((card) => card.due_at !== null && !isOver(card, now)));

/** So long after it was set, in days, a card without an end is running; the server lists it as open as long. */
const RUNNING_DAYS = 30;

export interface DueDay {
  /** Null for no end. */
  day: string | null;
  cards: HomeworkCard[];
}

/**
 * What is running, by the day on which it is due, whether or not anybody has done it. What ended earlier today belongs to
 * it: whoever collects it looks at it then.
 */
export function dueDays(cards: readonly HomeworkCard[], today: string): DueDay[] {
  const since = addDays(today, -RUNNING_DAYS);
  const running = cards.filter(({ due_date: due, assigned_on: on }) => (due === null ? on >= since : due >= today));
  const days = [...new Set(running.map(({ due_date: due }) => due))];
  return days
    .sort((a, b) => (a ?? '9').localeCompare(b ?? '9'))
    .map((day) => ({ day, cards: inOrder(running.filter(({ due_date: due }) => due === day)) }));
}

/** Whether something can still be handed in, and whether that is late. */
export function handInState({ due_at: due }: Pick<HomeworkCard, 'due_at'>, now: Date): 'open' | 'late' | 'closed' {
  if (due === null || now.getTime() <= Date.parse(due)) return 'open';
  return now.getTime() <= Date.parse(due) + LATE_DAYS * DAY_MS ? 'late' : 'closed';
}

/** From this time on the rest of a day is the evening. */
const EVENING = '17:00';
const NOON = '12:00';

export const isEvening = (clock: string): boolean => clock >= EVENING;

/**
 * Whether a card is one of the next, where its end is not past: due before the end of tomorrow. What is due tomorrow
 * after the morning can wait for another evening; a day without a time is the whole of it.
 */
export function isSoon({ due_date: date, due_time: time }: HomeworkCard, today: string, evening: boolean): boolean {
  if (date === null || date <= today) return date !== null;
  return date === addDays(today, 1) && !(evening && time !== null && time >= NOON);
}

/** The address of a card's form for what is handed in. */
export const handInPath = ({ id }: Pick<HomeworkCard, 'id'>): string => `#/app/homework/${id}/hand-in`;

/** Whether a card is news to its reader: to be done, and not opened yet. */
export const isNew = (card: HomeworkCard): boolean => !card.read && !isDone(card);

/** A day on the wall takes so much room at least, in rem: where there is a wall, it shows a school week. */
const COLUMN_REM = 7.25;

/** How many of the days of the wall are in sight at once: whole ones alone, also where the week is wider. */
export const daysInSight = (roomRem: number, days: number): number =>
  Math.max(1, Math.min(days, Math.floor(roomRem / COLUMN_REM)));

/** Those of the chosen subjects; all where none is chosen. */
export function filtered<C extends HomeworkCard>(cards: readonly C[], subjects: Filter): C[] {
  return subjects.length === 0 ? [...cards] : cards.filter(({ subject }) => subjects.includes(subject));
}

/** The cards of a list, those of another in the place of the same ones, without any twice. */
export function merged(cards: readonly HomeworkCard[], more: readonly HomeworkCard[]): HomeworkCard[] {
  const known = new Set(cards.map(({ id }) => id));
  return [...cards, ...more.filter(({ id }) => !known.has(id))];
}

/** The week that a path or a day belongs to. */
export const weekOf = (day: string): { from: string; until: string } => {
  const from = mondayOf(day);
  return { from, until: addDays(from, 6) };
};
