// When something happened, to the second: a program sends several in a minute.
import { language } from '@/core/i18n';
import { formatMoment, toSchoolTime } from '@/core/time';

/** An ISO time in the zone of the school. */
export function momentOf(time: string): string {
  const date = new Date(time);
  const seconds = toSchoolTime(date).getSeconds();
  return `${formatMoment(date, language.value)}:${String(seconds).padStart(2, '0')}`;
}
