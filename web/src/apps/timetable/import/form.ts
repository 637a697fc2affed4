// What the form of an import holds, and what is wrong with it. Pure.
import type { DatedChange, Listed, Owner, Overview } from '../types';

export type How = 'replace' | 'new';
export type Fault = 'name' | 'from' | 'until' | 'first_day';

export interface ImportDraft {
  how: How;
  name: string;
  /** Dates are `YYYY-MM-DD`; `until` is empty without a last day. */
  from: string;
  until: string;
  firstDay: string;
  withDays: boolean;
}

const NAME_MOST = 40;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The timetable that an import may take the place of: the one of the same owner that holds now. */
export function replaceable(overview: Overview, owner: Owner): Listed | null {
  return overview.timetables.find((one) => one.owner === owner && one.holds_today) ?? null;
}

/** What the form begins with. A new timetable is called like the file and begins today, one that is replaced keeps its
    name and dates. */
export function draftOf(name: string, today: string, replaced: Listed | null): ImportDraft {
  return {
    how: replaced ? 'replace' : 'new',
    name: replaced?.name ?? name,
    from: replaced?.from ?? today,
    until: replaced?.until ?? '',
    firstDay: replaced?.first_day ?? today,
    withDays: false,
  };
}

/** What is wrong with a draft; the server checks again. */
export function faultsOf({ name, from, until, firstDay }: ImportDraft): Fault[] {
  const faults: Fault[] = [];
  const length = [...name.trim()].length;
  if (length < 1 || length > NAME_MOST) faults.push('name');
  if (!isDate(from)) faults.push('from');
  if (until !== '' && (!isDate(until) || until < from)) faults.push('until');
  if (!isDate(firstDay) || firstDay > from) faults.push('first_day');
  return faults;
}

/** The name of a file without its ending, as far as it can name a timetable. */
export function nameOfFile(file: string): string {
  const stem = file.replace(/\.[a-z0-9]{1,5}$/i, '').trim();
  return [...stem].slice(0, NAME_MOST).join('').trim();
}

/** The day changes that an import may take over: those of a class, because members have no days of their own. */
export function daysFor(owner: Owner, days: readonly DatedChange[]): DatedChange[] {
  return owner === 'class' ? days.filter(({ change }) => change !== null) : [];
}

function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text));
}
