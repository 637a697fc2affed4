// The clock of a school in another zone than this device. Fetched only where the two differ.
import { computed, shallowRef } from 'vue';
import { language } from '../i18n';
import { notify } from '../notify';
import { readPersonal, writePersonal } from '../storage';
import { setSchoolClock } from '../time';
import { t } from './i18n';

/** Offsets of zones are whole quarters of an hour and change on them. */
const SLOT_MS = 900_000;
/** Slots that are remembered: more than a screen shows. */
const MAX_SLOTS = 500;
const HINTED_KEY = 'zone-told';

const zone = shallowRef('');

/** Says whose time is shown; empty where the device has the school's. */
export const zoneHint = computed(() => (zone.value ? t('zone.hint', { zone: zoneName(zone.value) }) : ''));

/** Shows times of a zone from now on, and says so once. An engine that does not know it keeps the device's. */
export function followZone(name: string): void {
  try {
    setSchoolClock(schoolClockOf(name));
  } catch {
    return;
  }
  zone.value = name;
  if (readPersonal(HINTED_KEY) === name) return;
  writePersonal(HINTED_KEY, name);
  notify({ title: t('zone.title'), text: t('zone.hint', { zone: zoneName(name) }) });
}

/**
 * Reads a moment on the clocks of a zone. In the hour that the device's own zone leaves out once a year, the hour
 * after it is shown.
 */
export function schoolClockOf(name: string): (moment: Date) => Date {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hour12: false,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const slots = new Map<number, number>();
  const shownMs = (at: number): number => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    // Midnight is 24 on some engines.
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, (part.hour ?? 0) % 24, part.minute);
  };
  return (moment) => {
    const begin = Math.floor(moment.getTime() / SLOT_MS) * SLOT_MS;
    if (Number.isNaN(begin)) return moment;
    if (slots.size > MAX_SLOTS) slots.clear();
    const ahead = slots.get(begin) ?? shownMs(begin) - begin;
    slots.set(begin, ahead);
    const there = new Date(moment.getTime() + ahead);
    const [hour, minute] = [there.getUTCHours(), there.getUTCMinutes()];
    return new Date(
      there.getUTCFullYear(),
      there.getUTCMonth(),
      there.getUTCDate(),
      hour,
      minute,
      there.getUTCSeconds(),
      there.getUTCMilliseconds(),
    );
  };
}

const NAMES: Readonly<Record<string, string>> = { 'Asia/Shanghai': '北京时间', 'Asia/Urumqi': '新疆时间' };

function zoneName(name: string): string {
  return (language.value === 'zh' && NAMES[name]) || name.replace(/_/g, ' ');
}
