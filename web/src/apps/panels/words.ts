// What is said of a panel in a list: since when it has been away.
import { language } from '@/core/i18n';
import { formatMoment, formatTime, todayText } from '@/core/time';
import { t } from './i18n';
import type { Panel } from './types';

/** 09:12; the day stands with the time when it is not today. */
function seenText(seen: string, now: Date): string {
  const at = new Date(seen);
  const isToday = todayText(at) === todayText(now);
  return isToday ? formatTime(at) : formatMoment(at, language.value);
}

/** 在线, 09:12 起离线, 还没连上过. */
export function stateText({ online, seen_at: seen }: Panel, now: Date): string {
  if (online) return t('card.online');
  return seen ? t('card.offline', { time: seenText(seen, now) }) : t('card.never');
}

/** What stands over the picture of a panel that is not there, so that nobody takes it for what is on the screen. */
export function awayText({ online, seen_at: seen }: Panel, now: Date): string {
  if (online) return '';
  return seen ? t('picture.away', { time: seenText(seen, now) }) : t('picture.never');
}
