// Events and what other apps show, as the views draw them. Pure but for the clock at school and the language.
import { formatTime } from '@/core/time';
import { kindColor, usualColor } from './categories';
import { t } from './i18n';
import { addDays, daysBetween } from '@/core/dates';
import type { CalendarRange, Entry, Occurrence } from './types';

/** What can be left out of the views. */
export const KINDS = ['class', 'own', 'birthday', 'countdown', 'duty'] as const;
export type Kind = (typeof KINDS)[number];

export interface Item {
  key: string;
  kind: Kind;
  title: string;
  location: string;
  color: string;
  allDay: boolean;
  /** `HH:MM` at school; empty for whole days. */
  start: string;
  end: string;
  firstDay: string;
  lastDay: string;
  repeats: boolean;
  /** The event; absent for what another app shows. */
  occurrence?: Occurrence;
  /** What another app shows. */
  entry?: Entry;
}

/** The marks of a range: events, then what other apps show. */
export function itemsOf({ occurrences, entries }: Pick<CalendarRange, 'occurrences' | 'entries'>): Item[] {
  return [...occurrences.map(ofOccurrence), ...entries.map(ofEntry)];
}

/** Without countdowns to an event that is there too, by its title and day: what is shown of it is shown once. */
export function withoutTwins(items: readonly Item[]): Item[] {
  const events = new Map<string, Item[]>();
  for (const item of items) if (item.occurrence) events.set(item.title, [...(events.get(item.title) ?? []), item]);
  const isTwin = ({ title, firstDay, entry }: Item): boolean =>
    entry?.kind === 'countdown' &&
    (events.get(title) ?? []).some((event) => event.firstDay <= firstDay && firstDay <= event.lastDay);
  return items.filter((item) => !isTwin(item));
}

function ofOccurrence(occurrence: Occurrence): Item {
  const { id, title, location, all_day, color, category, repeats } = occurrence;
  const owner = occurrence.class === null ? 'self' : 'class';
  return {
    key: `${id} ${occurrence.occurrence}`,
    kind: owner === 'self' ? 'own' : 'class',
    title,
    location,
    color: color || usualColor(category, owner),
    allDay: all_day,
    start: all_day ? '' : formatTime(new Date(occurrence.starts_at)),
    end: all_day ? '' : formatTime(new Date(occurrence.ends_at)),
    firstDay: occurrence.first_day,
    lastDay: occurrence.last_day,
    repeats,
    occurrence,
  };
}

/** A kind of another version stands with the countdowns. */
function kindOf({ kind }: Entry): Kind {
  return kind === 'birthday' || kind === 'duty' ? kind : 'countdown';
}

function ofEntry(entry: Entry): Item {
  return {
    key: `${entry.kind} ${entry.id} ${entry.date}`,
    kind: kindOf(entry),
    title: entry.kind === 'birthday' ? t('row.birthday', { name: entry.title }) : entry.title,
    location: '',
    color: entry.color ?? kindColor(entry.kind),
    allDay: true,
    start: '',
    end: '',
    firstDay: entry.date,
    lastDay: entry.date,
    repeats: false,
    entry,
  };
}

/** Whole days first, the longest of them before others, then by the clock. */
export const inOrder = (one: Item, other: Item): number =>
  Number(other.allDay) - Number(one.allDay) ||
  (one.firstDay < other.firstDay ? -1 : Number(one.firstDay > other.firstDay)) ||
  daysBetween(one.lastDay, other.lastDay) ||
  (one.start < other.start ? -1 : Number(one.start > other.start));

/** What is on a day, in order. */
export const itemsOn = (items: readonly Item[], date: string): Item[] =>
  items.filter(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay).sort(inOrder);

/** What stands in front of the title on a day: the time, or that it goes on. */
export function timeOn({ allDay, start, end, firstDay, lastDay }: Item, date: string): { start: string; end: string } {
  if (allDay) return { start: '', end: '' };
  return { start: date === firstDay ? start : '', end: date === lastDay ? end : '' };
}

/** Each day from one to another that has something, with what it has. */
export function byDays(items: readonly Item[], from: string, until: string): { date: string; items: Item[] }[] {
  const days: { date: string; items: Item[] }[] = [];
  for (let date = from; date <= until; date = addDays(date, 1)) {
    const on = itemsOn(items, date);
    if (on.length > 0) days.push({ date, items: on });
  }
  return days;
}
