// How an event repeats, as people choose it, and as an RRULE of RFC 5545. Pure.
import { toSchoolTime } from '@/core/time';
import { weekdayOf } from '@/core/dates';
import { addMonths } from '../dates';

export const REPEATS = ['none', 'daily', 'weekdays', 'weekly', 'monthly', 'yearly'] as const;
/** `other` is a rule that none of the choices says. */
export type Repeat = (typeof REPEATS)[number] | 'other';
export type End = 'never' | 'until' | 'count';

export interface RepeatChoice {
  repeat: Repeat;
  /** Every so many days, weeks, months or years. */
  every: number;
  /** Of `weekly`, from 1 for Monday. */
  days: number[];
  end: End;
  /** The last day. */
  until: string;
  count: number;
  /** The rule of `other`. */
  text: string;
}

export const MOST_EVERY = 52;
export const MOST_TIMES = 500;
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES = { daily: 'DAILY', weekdays: 'WEEKLY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' };
const SCHOOL_DAYS = 5;

/** What is offered for an event that begins on a day and does not repeat yet. */
export function noRepeat(starts: string): RepeatChoice {
  const until = addMonths(starts.slice(0, 10), 3);
  return { repeat: 'none', every: 1, days: [weekdayOf(starts.slice(0, 10))], end: 'never', until, count: 10, text: '' };
}

/**
 * The rule of an event that begins at `starts`; empty for none. Weeks on the day of the beginning name no day, so that
 * the rule stays right when the event moves.
 */
export function ruleOf({ repeat, every, days, end, until, count, text }: RepeatChoice, starts: string): string {
  if (repeat === 'none') return '';
  if (repeat === 'other') return text;
  const isUsual = days.length === 1 && days[0] === weekdayOf(starts.slice(0, 10));
  const byDay = {
    weekdays: DAYS.slice(0, SCHOOL_DAYS),
    weekly: isUsual ? undefined : [...days].sort().map((day) => DAYS[day - 1] ?? ''),
  }[repeat as string];
  return [
    `FREQ=${FREQUENCIES[repeat]}`,
    every > 1 && repeat !== 'weekdays' && `INTERVAL=${every}`,
    byDay && `BYDAY=${byDay.join(',')}`,
    end === 'until' && `UNTIL=${until.replace(/-/g, '')}`,
    end === 'count' && `COUNT=${count}`,
  ]
    .filter(Boolean)
    .join(';');
}

/** The choice that a rule is, of an event that begins at `starts`. */
export function choiceOf(rule: string | null, starts: string): RepeatChoice {
  const choice = noRepeat(starts);
  if (!rule) return choice;
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const take = (name: string): string => {
    const value = parts.get(name) ?? '';
    parts.delete(name);
    return value;
  };
  const [frequency, byDay] = [take('FREQ'), take('BYDAY')];
  const [until, count] = [take('UNTIL'), take('COUNT')];
  choice.every = Number(take('INTERVAL') || 1);
  if (until) [choice.end, choice.until] = ['until', dayOf(until)];
  if (count) [choice.end, choice.count] = ['count', Number(count)];
  if (take('WKST') === 'MO' || choice.every === 1) parts.delete('WKST');
  // What says no more than the first day does.
  if (Number(parts.get('BYMONTHDAY')) === Number(starts.slice(8, 10))) parts.delete('BYMONTHDAY');
  if (frequency === 'YEARLY' && Number(parts.get('BYMONTH')) === Number(starts.slice(5, 7))) parts.delete('BYMONTH');
  const days = byDay ? byDay.split(',').map((day) => DAYS.indexOf(day) + 1) : [];
  const isKnown = parts.size === 0 && !days.includes(0) && (byDay === '' || frequency === 'WEEKLY');
  const repeat = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' }[frequency] as Repeat;
  if (!isKnown || !repeat) return { ...choice, repeat: 'other', text: rule };
  if (days.length > 0) choice.days = days.sort();
  const isWeekdays = repeat === 'weekly' && choice.every === 1 && choice.days.join('') === '12345';
  return { ...choice, repeat: isWeekdays ? 'weekdays' : repeat };
}

/** A rule of weeks whose days are some days later; others stay. Undefined where nothing changes. */
export function shiftedRule(rule: string, later: number): string | undefined {
  const byDay = /^FREQ=WEEKLY(?=;)[^]*;BYDAY=([A-Z,]+)/.exec(rule)?.[1];
  if (!byDay) return undefined;
  const shift = (day: string): string => DAYS[(((DAYS.indexOf(day) + later) % 7) + 7) % 7] ?? day;
  const days = byDay.split(',').map(shift);
  const inOrder = DAYS.filter((day) => days.includes(day)).join(',');
  return inOrder === byDay ? undefined : rule.replace(`BYDAY=${byDay}`, `BYDAY=${inOrder}`);
}

const two = (n: number): string => String(n).padStart(2, '0');

/** `20260923`, or the day at school of `20260923T102900Z`. */
function dayOf(until: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/.exec(until) ?? [];
  if (!until.endsWith('Z')) return `${year}-${month}-${day}`;
  const at = toSchoolTime(
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))),
  );
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
