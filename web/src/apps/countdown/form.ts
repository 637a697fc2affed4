// What the form of a countdown holds, checks and sends. Apart from the model, which the first load
// needs for the widget. Pure.
import type { Countdown, NewCountdown } from './types';

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
  inCalendar: boolean;
  note: string;
}

export type DraftFault = 'title' | 'date' | 'note';

/** An empty draft, or one filled from what is edited. */
export function draftOf(countdown?: Countdown): CountdownDraft {
  return {
    title: countdown?.title ?? '',
    date: countdown?.target_date ?? '',
    repeat: asRepeat(countdown?.repeat_type),
    color: countdown?.color ?? PALETTE[0].value,
    pinned: countdown?.pinned ?? false,
    inCalendar: countdown?.show_in_calendar ?? true,
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
    show_in_calendar: draft.inCalendar,
    note: draft.note.trim(),
  };
}

function asRepeat(value: string | undefined): Repeat {
  return REPEATS.find((repeat) => repeat === value) ?? 'none';
}
