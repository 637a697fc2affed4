// Nouns and rules of countdowns, pure: order, wording, the form's checks. The server counts the
// days, because only it knows the portal's time zone.
import type { Countdown, NewCountdown } from '@/api/types';
import type { CountdownKey } from './i18n/zh';

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

/** What the form holds while one types. */
export interface CountdownDraft {
  title: string;
  date: string;
  repeat: Repeat;
  color: string;
  pinned: boolean;
  note: string;
}

export type DraftFault = 'title' | 'date' | 'note';

/** Pinned first, then what comes next, then what is over, latest first. */
export function inOrder(countdowns: readonly Countdown[]): Countdown[] {
  return [...countdowns].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      Number(a.days_left < 0) - Number(b.days_left < 0) ||
      Math.abs(a.days_left) - Math.abs(b.days_left) ||
      a.title.localeCompare(b.title, 'zh-CN'),
  );
}

/** The countdown that a widget shows. */
export function nextOf(countdowns: readonly Countdown[], filter: unknown): Countdown | undefined {
  const kept = filter === 'pinned' ? countdowns.filter((entry) => entry.pinned) : countdowns;
  const ordered = inOrder(kept);
  // A pinned date that is over must not hide what is still to come.
  return ordered.find((entry) => entry.days_left >= 0) ?? ordered[0];
}

/** Which text fits a number of days in the list. */
export function daysKey(daysLeft: number): CountdownKey {
  if (daysLeft === 0) return 'days.today';
  return daysLeft > 0 ? 'days.left' : 'days.past';
}

/** Which text stands over the big number of the widget. */
export function headingKey(daysLeft: number): CountdownKey {
  if (daysLeft === 0) return 'days.is_today';
  return daysLeft > 0 ? 'days.to' : 'days.since';
}

/** How much of the waiting is over, from 0 to 1: since creation, or since the last repetition. */
export function elapsedShare(countdown: Countdown, now: number): number {
  const end = Date.parse(`${countdown.next_date}T00:00:00`);
  const start = startOfWait(countdown, end);
  if (!(end > start)) return 1;
  return Math.max(0, Math.min(1, (now - start) / (end - start)));
}

/** An empty draft, or one filled from what is edited. */
export function draftOf(countdown?: Countdown): CountdownDraft {
  return {
    title: countdown?.title ?? '',
    date: countdown?.target_date ?? '',
    repeat: asRepeat(countdown?.repeat_type),
    color: countdown?.color ?? PALETTE[0].value,
    pinned: countdown?.pinned ?? false,
    note: countdown?.note ?? '',
  };
}

/** What is wrong with a draft; the server checks again. */
export function faultsOf(draft: CountdownDraft): DraftFault[] {
  const faults: DraftFault[] = [];
  const length = [...draft.title.trim()].length;
  if (length < 1 || length > 80) faults.push('title');
  if (!/^\d{4}-\d\d-\d\d$/.test(draft.date) || Number.isNaN(Date.parse(draft.date))) {
    faults.push('date');
  }
  if ([...draft.note].length > 500) faults.push('note');
  return faults;
}

/** The request body of a draft; `id` makes a repeated creation meet the first one. */
export function bodyOf(draft: CountdownDraft, id: string): NewCountdown & { id: string } {
  return {
    id,
    title: draft.title.trim(),
    target_date: draft.date,
    repeat_type: draft.repeat,
    color: draft.color,
    pinned: draft.pinned,
    note: draft.note.trim(),
  };
}

function startOfWait(countdown: Countdown, end: number): number {
  const before = new Date(end);
  if (countdown.repeat_type === 'yearly') before.setFullYear(before.getFullYear() - 1);
  else if (countdown.repeat_type === 'monthly') before.setMonth(before.getMonth() - 1);
  else return Date.parse(countdown.created_at);
  return before.getTime();
}

function asRepeat(value: string | undefined): Repeat {
  return REPEATS.find((repeat) => repeat === value) ?? 'none';
}
