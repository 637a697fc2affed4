// Reads pasted lines such as "2027-01-01 元旦 休" as public days.
import { datesFrom, daysBetween } from '../dates';
import type { PublicDay } from '../types';

export type PasteFault = 'no_date' | 'no_such_date' | 'other_year' | 'no_kind' | 'no_name' | 'name_long' | 'too_long';

export interface PastedLine {
  /** From 1, as editors count. */
  line: number;
  text: string;
  fault: PasteFault;
}

export interface Pasted {
  days: PublicDay[];
  faults: PastedLine[];
}

const OFF = /(?:休息|放假|休|假|off|holiday)$/i;
const WORK = /(?:补班|上班|调休上班|调休|班|work|workday)$/i;
const DATE = /^(?:(\d{4})\s*[-/.年]\s*)?(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?/;
const RANGE = /^\s*(?:~|～|至|到|—+|–|--?)\s*/;
const NAME_MOST = 40;
/** A holiday is no longer; a wrong month in a range would else fill the year. */
const RANGE_MOST = 31;

/** The days of a text for a year. A date that stands twice has what was said last; dates are in their order. */
export function parseDays(text: string, year: number): Pasted {
  const days = new Map<string, PublicDay>();
  const faults: PastedLine[] = [];
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    if (line.trim() === '') return;
    const read = parseLine(line.trim(), year);
    if (typeof read === 'string') faults.push({ line: i + 1, text: line.trim(), fault: read });
    else read.forEach((day) => days.set(day.date, day));
  });
  return { days: [...days.values()].sort((a, b) => a.date.localeCompare(b.date)), faults };
}

function parseLine(line: string, year: number): PublicDay[] | PasteFault {
  const first = takeDate(line, year);
  if (!first) return 'no_date';
  const joined = RANGE.exec(first.rest);
  const last = joined && takeDate(first.rest.slice(joined[0].length), year);
  const dates = datesBetween(first.date, (last || first).date);
  if (typeof dates === 'string') return dates;
  if (dates.some((date) => !date.startsWith(`${year}-`))) return 'other_year';
  const words = (last || first).rest.replace(/[,，、;；\t]+/g, ' ').trim();
  const kind = WORK.exec(words) ?? OFF.exec(words);
  if (!kind) return 'no_kind';
  const name = words.slice(0, kind.index).trim();
  if (name === '') return 'no_name';
  if ([...name].length > NAME_MOST) return 'name_long';
  const off = !WORK.test(words);
  return dates.map((date) => ({ date, name, off }));
}

/** The date at the beginning of a text in the form of the API, and what follows it. */
function takeDate(text: string, year: number): { date: string | null; rest: string } | null {
  const match = DATE.exec(text);
  if (!match) return null;
  const [found = year, month, day] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const date = new Date(Date.UTC(found, (month ?? 0) - 1, day));
  const exists = date.getUTCMonth() === (month ?? 0) - 1 && date.getUTCDate() === day;
  return { date: exists ? date.toISOString().slice(0, 10) : null, rest: text.slice(match[0].length) };
}

function datesBetween(first: string | null, last: string | null): string[] | PasteFault {
  if (first === null || last === null) return 'no_such_date';
  const count = daysBetween(first, last) + 1;
  if (count < 1 || count > RANGE_MOST) return 'too_long';
  return datesFrom(first, count);
}
