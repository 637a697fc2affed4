// The clock of a school in another zone than this device. Fetched only where the two differ.
import { computed, shallowRef } from 'vue';
import { language } from '../i18n';
import { notify } from '../notify';
import { readPersonal, writePersonal } from '../storage';
import { setSchoolClock } from '../time';
import { t } from './i18n';
import { schoolClockOf } from './school-clock-of';

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

const NAMES: Readonly<Record<string, string>> = { 'Asia/Shanghai': '北京时间', 'Asia/Urumqi': '新疆时间' };

function zoneName(name: string): string {
  return (language.value === 'zh' && NAMES[name]) || name.replace(/_/g, ' ');
}
