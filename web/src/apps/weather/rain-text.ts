// The rain of the next hours in a sentence.
import { formatTime } from '@/core/time';
import { t } from './i18n';
import { isSnow, minutesToRain, rainEnd } from './model';
import type { RainForecast } from './types';

/** When it begins to rain or snow; empty when it stays dry. */
export function rainHint(rain: RainForecast | null, now: number): string {
  const minutes = minutesToRain(rain, now);
  if (minutes === null) return '';
  const what = isSnow(rain, now) ? 'snow' : 'rain';
  return minutes === 0 ? t(`${what}.now`) : t(`${what}.soon`, { n: minutes });
}

/** What is to be expected, in the provider's words or in ours, as far as the forecast reaches. */
export function rainText(rain: RainForecast, now: number): string {
  const end = rainEnd(rain, now);
  if (end === null) return t('no_data');
  const hint = rainHint(rain, now);
  return hint ? rain.summary || hint : t('rain.none', { time: formatTime(new Date(end)) });
}
