// The end of a ban: how it is written, and when to ask whether it is over.
import { formatDate, schoolTimeText, type SchoolTime } from '@/core/time';
import type { Language } from '@/core/i18n';

const FIRST_MS = 5_000;
const LAST_MS = 60_000;

/** `11月23日 16:00`, with the year when that is another one; takes `YYYY-MM-DD HH:mm:ss` of the portal's zone. */
export function banEnd(text: string, lang: Language, now: Date = new Date()): string {
  const date = parse(text);
  if (!date) return text;
  if (date.getFullYear() === now.getFullYear()) return schoolTimeText(date, lang);
  return `${formatDate(text, lang)} ${text.slice(11, 16)}`;
}

/** How long to wait before asking for the time number `tries` (from 0); never long past the end of the ban. */
export function waitForEnd(text: string | null, tries: number, now: Date = new Date()): number {
  const steady = Math.min(FIRST_MS * 2 ** tries, LAST_MS);
  const left = (text === null ? undefined : parse(text))?.getTime() ?? 0;
  const untilEnd = left - now.getTime() + 1000;
  return untilEnd > 0 ? Math.min(steady, untilEnd) : steady;
}

/** Read as if it were the device's own time: only its figures are shown, and asking too early costs little. */
function parse(text: string): SchoolTime | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(text);
  if (!match) return undefined;
  const [, year = 0, month = 1, day = 1, hour, minute, second] = match.map(Number);
  return new Date(year, month - 1, day, hour, minute, second) as SchoolTime;
}
