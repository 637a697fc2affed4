// An event as it is being written, and what is sent of it. Pure.
import { addDays, daysBetween, weekdayOf } from '@/core/dates';
import type { CalendarEvent, EventChange, NewEvent, Owner, Scope } from '../types';
import { clockOf, minutesOf } from '../week/layout';
import { choiceOf, noRepeat, ruleOf, type RepeatChoice } from './rule';

const DAY_MIN = 24 * 60;
const HOUR_MIN = 60;
export const MOST_REMINDERS = 5;

export interface Draft {
  owner: Owner;
  title: string;
  allDay: boolean;
  startDay: string;
  startTime: string;
  endDay: string;
  endTime: string;
  location: string;
  description: string;
  category: string;
  /** Empty for that of the category. */
  color: string;
  repeat: RepeatChoice;
  reminders: number[];
  inCountdown: boolean;
}

/** Where a new event begins: a day, with the time where hours were chosen. */
export interface Place {
  day: string;
  from?: string;
  until?: string;
}

/** A new event. Without a time it is offered for the next full hour, or the morning of another day. */
export function newDraft({ day, from, until }: Place, owner: Owner, now: { today: string; time: string }): Draft {
  const next = Math.min(23, Number(now.time.slice(0, 2)) + 1) * HOUR_MIN;
  const start = from ?? (day === now.today ? clockOf(next) : '08:00');
  const end = until ?? clockOf(Math.min(DAY_MIN - 1, minutesOf(start) + HOUR_MIN));
  return {
    owner,
    title: '',
    allDay: false,
    startDay: day,
    startTime: start,
    endDay: day,
    endTime: end,
    location: '',
    description: '',
    category: '',
    color: '',
    repeat: noRepeat(day),
    reminders: [],
    inCountdown: false,
  };
}

/** When one time of an event begins and ends, in its own zone. */
export function timesOf(event: CalendarEvent, occurrence: string | undefined): { starts: string; ends: string } {
  if (!event.rule || !occurrence) return { starts: event.starts, ends: event.ends };
  return { starts: occurrence, ends: moved(event.ends, event.starts, occurrence) };
}

/** An event that is changed; of a series the time that was opened. */
export function draftOf(event: CalendarEvent, occurrence: string | undefined): Draft {
  const { starts, ends } = timesOf(event, occurrence);
  return {
    owner: event.owner,
    title: event.title,
    allDay: event.all_day,
    startDay: starts.slice(0, 10),
    startTime: starts.slice(11) || '08:00',
    endDay: ends.slice(0, 10),
    endTime: ends.slice(11) || '09:00',
    location: event.location,
    description: event.description,
    category: event.category,
    color: event.color,
    repeat: choiceOf(event.rule, event.starts),
    reminders: [...event.reminders],
    inCountdown: event.show_in_countdown,
  };
}

/** A time moved as far as another one: from `from` to `to`. All have the same form. */
export function moved(at: string, from: string, to: string): string {
  const whole = at.length === 10;
  const minutes = (of: string): number => daysBetween('2000-01-01', of.slice(0, 10)) * DAY_MIN + minutesIn(of);
  const sum = minutes(at) + minutes(to) - minutes(from);
  const day = addDays('2000-01-01', Math.floor(sum / DAY_MIN));
  return whole ? day : `${day}T${clockOf(((sum % DAY_MIN) + DAY_MIN) % DAY_MIN)}`;
}

const minutesIn = (at: string): number => (at.length === 10 ? 0 : minutesOf(at.slice(11)));

export type Fault = 'title' | 'start' | 'end' | 'order' | 'days' | 'until' | 'count';
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** What keeps the draft from being sent. */
export function faultsOf(draft: Draft): Fault[] {
  const { allDay, startDay, startTime, endDay, endTime, repeat } = draft;
  const [starts, ends] = [
    isDay(startDay) && (allDay || isTime(startTime)),
    isDay(endDay) && (allDay || isTime(endTime)),
  ];
  const times = timesIn(draft);
  return (
    [
      !draft.title.trim() && 'title',
      !starts && 'start',
      !ends && 'end',
      starts && ends && times.ends < times.starts && 'order',
      repeat.repeat === 'weekly' && repeat.days.length === 0 && 'days',
      repeat.repeat !== 'none' &&
        repeat.end === 'until' &&
        !(isDay(repeat.until) && repeat.until >= startDay) &&
        'until',
      repeat.repeat !== 'none' && repeat.end === 'count' && !(repeat.count >= 1) && 'count',
    ] as const
  ).filter((fault): fault is Fault => fault !== false);
}

/** As the server has them. */
export function timesIn({ allDay, startDay, startTime, endDay, endTime }: Draft): { starts: string; ends: string } {
  return allDay
    ? { starts: startDay, ends: endDay }
    : { starts: `${startDay}T${startTime}`, ends: `${endDay}T${endTime}` };
}

/** What the form writes of an event, but for how it repeats. */
type Content = Omit<Pick<CalendarEvent, keyof NewEvent>, 'id' | 'owner' | 'class' | 'rule'>;

function contentOf(draft: Draft): Content {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    location: draft.location.trim(),
    all_day: draft.allDay,
    ...timesIn(draft),
    category: draft.category.trim(),
    color: draft.color,
    reminders: [...draft.reminders].sort((one, other) => other - one),
    show_in_countdown: draft.inCountdown,
  };
}

export const newBody = (draft: Draft, id: string, inClass?: string): NewEvent => ({
  ...contentOf(draft),
  id,
  owner: draft.owner,
  rule: ruleOf(draft.repeat, timesIn(draft).starts),
  ...(draft.owner === 'class' && inClass && { class: inClass }),
});

/** Whether the repetition is another one, which a single time cannot have. */
export const hasOtherRule = (draft: Draft, event: CalendarEvent): boolean =>
  ruleOf(draft.repeat, timesIn(draft).starts) !== ruleOf(choiceOf(event.rule, event.starts), event.starts);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is sent of a change: the fields that differ. Of all times of a series the first one moves as far as the open one. */
export function changeBody(
  draft: Draft,
  event: CalendarEvent,
  occurrence: string | undefined,
  scope: Scope,
): EventChange {
  const content = contentOf(draft);
  const before = timesOf(event, occurrence);
  const change: EventChange = { revision: event.revision, scope };
  if (scope !== 'all' && occurrence) change.occurrence = occurrence;
  if (hasOtherRule(draft, event) && scope !== 'this') change.rule = ruleOf(draft.repeat, content.starts);
  for (const key of Object.keys(content) as (keyof Content)[]) {
    if (key === 'starts' || key === 'ends') continue;
    if (!same(content[key], event[key])) Object.assign(change, { [key]: content[key] });
  }
  const hasMoved = content.all_day !== event.all_day || !same(before, { starts: content.starts, ends: content.ends });
  if (!hasMoved) return change;
  // Days that the stored rule names would hold the event back.
  const namesDays = event.rule?.includes('BYDAY') && content.starts.slice(0, 10) !== before.starts.slice(0, 10);
  if (namesDays && scope !== 'this') change.rule = ruleOf(draft.repeat, content.starts);
  if (scope !== 'all' || !event.rule) return { ...change, starts: content.starts, ends: content.ends };
  const first = firstTime(event, before.starts, content);
  return { ...change, starts: first, ends: moved(content.ends, content.starts, first) };
}

/** When the first time of a series begins after its open one has been moved. */
function firstTime(event: CalendarEvent, from: string, content: Content): string {
  const day = moved(event.starts.slice(0, 10), from.slice(0, 10), content.starts.slice(0, 10));
  return content.all_day ? day : `${day}T${content.starts.slice(11)}`;
}

/** The draft on another day, as long as before; a weekly repetition on that day alone follows. */
export function startOn(draft: Draft, day: string): void {
  if (!isDay(day)) {
    draft.startDay = day;
    return;
  }
  const { startDay, endDay, repeat } = draft;
  if (isDay(startDay)) {
    draft.endDay = isDay(endDay) ? moved(endDay, startDay, day) : day;
    if (repeat.days.length === 1 && repeat.days[0] === weekdayOf(startDay)) repeat.days = [weekdayOf(day)];
  }
  draft.startDay = day;
}

/** The draft at another time of its first day, as long as before. */
export function startAt(draft: Draft, time: string): void {
  const { startDay, startTime, endDay, endTime } = draft;
  draft.startTime = time;
  if (![startTime, endTime, time].every(isTime) || !isDay(startDay) || !isDay(endDay)) return;
  const ends = moved(`${endDay}T${endTime}`, `${startDay}T${startTime}`, `${startDay}T${time}`);
  [draft.endDay, draft.endTime] = [ends.slice(0, 10), ends.slice(11)];
}
