// What the form of a countdown holds, checks and sends. Apart from the model, which the first load
// needs for the widget. Pure.
import type { Countdown, CountdownChange, NewCountdown, Suggestion } from './types';

/** Colours a countdown can have. They are stored, so they are data and not design tokens. */
export const PALETTE = [
  { name: 'blue', value: '#2f63d6' },
  { name: 'red', value: '#c5303c' },
  { name: 'orange', value: '#b8590a' },
  { name: 'green', value: '#0d7a53' },
  { name: 'teal', value: '#0b7285' },
  { name: 'purple', value: '#7a3fc0' },
  { name: 'pink', value: '#b83280' },
  { name: 'grey', value: '#59647a' },
] as const;

export const REPEATS = ['none', 'monthly', 'yearly'] as const;
export type Repeat = (typeof REPEATS)[number];

/** Days before that the form offers. */
export const USUAL_REMINDERS = [0, 1, 3, 7, 30, 100] as const;
export const MOST_REMINDERS = 5;
const EARLIEST_REMINDER = 365;

/** What the form holds while one types. */
export interface CountdownDraft {
  forClass: boolean;
  title: string;
  date: string;
  repeat: Repeat;
  category: Countdown['category'];
  color: string;
  pinned: boolean;
  inCalendar: boolean;
  /** Days before, the fewest first. */
  reminders: number[];
  /** Where the ring begins; empty for the day on which it is made. */
  startedOn: string;
  note: string;
}

export type DraftFault = 'title' | 'date' | 'started' | 'note';

/** An empty draft, or one filled from what is edited. */
export function draftOf(countdown?: Countdown): CountdownDraft {
  return {
    forClass: countdown?.source === 'class',
    title: countdown?.title ?? '',
    date: countdown?.target_date ?? '',
    repeat: asRepeat(countdown?.repeat_type),
    category: countdown?.category ?? 'other',
    color: countdown?.color ?? PALETTE[0].value,
    pinned: countdown?.pinned ?? false,
    inCalendar: countdown?.show_in_calendar ?? true,
    reminders: countdown?.reminders ?? [],
    startedOn: countdown?.started_on ?? '',
    note: countdown?.note ?? '',
  };
}

/** What is wrong with a draft; the server checks again. */
export function faultsOf(draft: CountdownDraft): DraftFault[] {
  const faults: DraftFault[] = [];
  const length = [...draft.title.trim()].length;
  if (length < 1 || length > 80) faults.push('title');
  if (!isDate(draft.date)) faults.push('date');
  // The ring of what repeats begins with the occurrence before, so an odd beginning does no harm there.
  const isLate = draft.repeat === 'none' && isDate(draft.date) && draft.startedOn > draft.date;
  if (draft.startedOn && (!isDate(draft.startedOn) || isLate)) faults.push('started');
  if ([...draft.note].length > 500) faults.push('note');
  return faults;
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** A number of days that one types for a reminder; undefined for what is none. */
export function reminderOf(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days <= EARLIEST_REMINDER ? days : undefined;
}

/** The reminders with one more, or with one less that was among them. */
export function toggled(reminders: readonly number[], days: number): number[] {
  if (reminders.includes(days)) return reminders.filter((one) => one !== days);
  if (reminders.length >= MOST_REMINDERS) return [...reminders];
  return [...reminders, days].sort((a, b) => a - b);
}

/** What a draft says of a countdown, whosever it is. */
const fieldsOf = (draft: CountdownDraft) => ({
  title: draft.title.trim(),
  target_date: draft.date,
  repeat_type: draft.repeat,
  category: draft.category,
  color: draft.color,
  pinned: draft.pinned,
  show_in_calendar: draft.inCalendar,
  reminders: draft.reminders,
  note: draft.note.trim(),
  ...(draft.startedOn && { started_on: draft.startedOn }),
});

/** The request body of a change. */
export const changeOf = (draft: CountdownDraft): CountdownChange => fieldsOf(draft);

/** The request body of a draft; `id` makes a repeated creation meet the first one. `inClass` is for admins of all. */
export function bodyOf(draft: CountdownDraft, id: string, inClass?: string): NewCountdown & { id: string } {
  return { id, ...fieldsOf(draft), ...(draft.forClass && { for_class: true, ...(inClass && { class: inClass }) }) };
}

/** What makes anew one that was deleted. */
export function restoringBody(countdown: Countdown): NewCountdown {
  const body = bodyOf(draftOf(countdown), countdown.id, countdown.class ?? undefined);
  return countdown.suggestion ? { ...body, suggestion: countdown.suggestion } : body;
}

/** What adds a suggestion as it is. */
export function suggestedBody(suggestion: Suggestion, id: string): NewCountdown {
  const { exact: _exact, ...fields } = suggestion;
  return { id, ...fields };
}

function asRepeat(value: string | undefined): Repeat {
  return REPEATS.find((repeat) => repeat === value) ?? 'none';
}
