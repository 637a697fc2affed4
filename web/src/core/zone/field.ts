// What a field for date and time holds: a time at school.
import { formatTime, todayText, type SchoolTime } from '../time';
import { momentOfSchoolTime } from './moment';

/** ISO 8601 of what a field for date and time holds; undefined when it holds none. */
export function wireTime(field: string): string | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)/.exec(field.trim());
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = match.slice(1).map(Number);
  const typed = new Date(year, month - 1, day, hour, minute) as SchoolTime;
  return momentOfSchoolTime(typed).toISOString();
}

/** `2027-01-31T08:00`, as a field for date and time wants it. */
export function fieldTime(iso: string): string {
  const date = new Date(iso);
  return `${todayText(date)}T${formatTime(date)}`;
}
