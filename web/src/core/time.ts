// The clock and dates on screen. Formatted by hand: toLocaleTimeString printed three different
// texts on three engines. Times are those of the school: `toSchoolTime` leaves a moment as it is until the zone of the
// portal is known to be another than the device's (`zone/clock.ts`).
import { onScopeDispose, readonly, ref, shallowRef, type Ref } from 'vue';
import type { Language } from './i18n';

const now = ref(new Date());
let offset = 0;
let users = 0;
let timer = 0;

/** The current time, moving on at each full minute. One timer serves all callers. */
export function useMinute(): Readonly<Ref<Date>> {
  if (users++ === 0) tick();
  onScopeDispose(() => {
    if (--users === 0) window.clearTimeout(timer);
  });
  return readonly(now) as Readonly<Ref<Date>>;
}

/** Corrects the time shown on a device whose clock is wrong; the connection knows the server's. */
export function setTimeOffset(ms: number): void {
  if (Math.abs(ms - offset) < 1000) return;
  offset = ms;
  if (users > 0) {
    window.clearTimeout(timer);
    tick();
  }
}

/** Now on the server's clock, in ms; the device's own while it is close enough. */
export function serverNow(): number {
  return Date.now() + offset;
}

function tick(): void {
  now.value = new Date(serverNow());
  timer = window.setTimeout(tick, 60_000 - (now.value.getTime() % 60_000) + 20);
}

const WEEKDAYS_ZH = '日一二三四五六';
const WEEKDAYS_EN = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS_EN = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A date whose own fields are what the clock at school shows; as a moment it is wrong on a device of another zone. */
export type SchoolTime = Date & { readonly isSchoolTime: true };
type SchoolClock = (moment: Date) => Date;

const schoolClock = shallowRef<SchoolClock>((moment) => moment);

/** What the clock at school shows at a moment. */
export const toSchoolTime = (moment: Date): SchoolTime => schoolClock.value(moment) as SchoolTime;

/** Sets how the clock at school is read; until then it is that of the device. */
export function setSchoolClock(read: SchoolClock): void {
  schoolClock.value = read;
}

/** 09:05 */
export function formatTime(date: Date): string {
  return clockText(toSchoolTime(date));
}

function clockText(date: SchoolTime): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** 11月20日星期五, or Friday, 20 Nov */
export function formatDay(moment: Date, lang: Language): string {
  const date = toSchoolTime(moment);
  const day = date.getDay();
  if (lang === 'en') return `${WEEKDAYS_EN[day]}, ${date.getDate()} ${MONTHS_EN[date.getMonth()]}`;
  return `${date.getMonth() + 1}月${date.getDate()}日星期${WEEKDAYS_ZH[day]}`;
}

/** 2026年11月20日, or 20 Nov 2026; takes the wire form `YYYY-MM-DD` and gives it back when odd. */
export function formatDate(day: string, lang: Language): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)/.exec(day);
  if (!match) return day;
  const [, year, month, date] = match.map(Number);
  if (lang === 'en') return `${date} ${MONTHS_EN[(month ?? 1) - 1]} ${year}`;
  return `${year}年${month}月${date}日`;
}

/** 11月20日 09:05, or 20 Nov 09:05 */
export function formatMoment(date: Date, lang: Language): string {
  return schoolTimeText(toSchoolTime(date), lang);
}

/** The same for a time at school. */
export function schoolTimeText(date: SchoolTime, lang: Language): string {
  const day =
    lang === 'en' ? `${date.getDate()} ${MONTHS_EN[date.getMonth()]}` : `${date.getMonth() + 1}月${date.getDate()}日`;
  return `${day} ${clockText(date)}`;
}

/** Today at school in the wire form. */
export function todayText(moment: Date = new Date()): string {
  const date = toSchoolTime(moment);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(n: number): string {
  return n < 10 ? `0${n}` : String(n);
}
