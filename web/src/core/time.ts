// The clock and dates on screen. Formatted by hand: toLocaleTimeString printed three different
// texts on three engines. Times here are the device's own.
import { onScopeDispose, readonly, ref, type Ref } from 'vue';
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

/** 09:05 */
export function formatTime(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** 11月20日星期五, or Friday, 20 Nov */
export function formatDay(date: Date, lang: Language): string {
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
  const day =
    lang === 'en' ? `${date.getDate()} ${MONTHS_EN[date.getMonth()]}` : `${date.getMonth() + 1}月${date.getDate()}日`;
  return `${day} ${formatTime(date)}`;
}

/** Today of the device in the wire form. */
export function todayText(date: Date = new Date()): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(n: number): string {
  return n < 10 ? `0${n}` : String(n);
}
