// What is said of a panel in a list: since when it has been away.
import { language } from '@/core/i18n';
import { formatMoment, formatTime, todayText } from '@/core/time';
import { t } from './i18n';
import type { Panel } from './types';

/** 在线, 09:12 起离线, 还没连上过; the day stands with the time when it is not today. */
export function stateText({ online, seen_at: seen }: Panel, now: Date): string {
  if (online) return t('card.online');
  if (!seen) return t('card.never');
  const at = new Date(seen);
  const isToday = todayText(at) === todayText(now);
  return t('card.offline', { time: isToday ? formatTime(at) : formatMoment(at, language.value) });
}
