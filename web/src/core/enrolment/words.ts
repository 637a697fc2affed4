// Sentences about enrolment that several screens say alike.
import type { Enrolment } from '@/api/types';
import { classTitle } from '@/core/class-title';
import { copyWithToast } from '@/core/copy';
import { language } from '@/core/i18n';
import { formatMoment, formatTime } from '@/core/time';
import { t } from './i18n';
import { dayOf } from './model';

/** `今天 22:00` */
export function untilText(until: Date, now: Date): string {
  const day = dayOf(until, now);
  return day === 'later' ? formatMoment(until, language.value) : t(`until.${day}`, { time: formatTime(until) });
}

/** What a teacher puts into the class group. */
export function forwardText({ classes, claim_codes }: Enrolment, url: string): string {
  const who = classes.map((entry) => classTitle(entry.class, entry.name)).join('、');
  return t('forward.text', { who, url, how: t(claim_codes ? 'forward.with_code' : 'forward.plain') });
}

export async function copyForward(text: string): Promise<void> {
  await copyWithToast(text, t('forward.copied'));
}
