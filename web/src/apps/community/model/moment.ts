// When something was said, as briefly as a reader needs it.
import type { Language } from '@/core/i18n';
import { formatMoment, formatTime, todayText } from '@/core/time';
import { t } from '../i18n';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Reads the language: in a template it follows that. */
export function momentText(iso: string, now: Date, language: Language): string {
  const moment = new Date(iso);
  const minutes = Math.floor((now.getTime() - moment.getTime()) / MINUTE_MS);
  if (minutes < 1) return t('time.now');
  if (minutes < 60) return t('time.minutes', { n: minutes });
  if (todayText(moment) === todayText(now)) return formatTime(moment);
  const yesterday = new Date(now.getTime() - DAY_MS);
  if (todayText(moment) === todayText(yesterday)) return t('time.yesterday', { time: formatTime(moment) });
  return formatMoment(moment, language);
}
