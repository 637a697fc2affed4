// Words for what a countdown is.
import { t } from './i18n';

/** When a reminder comes, by the days before. */
export const reminderWords = (days: number): string =>
  days === 0 ? t('remind.same_day') : t('remind.before', { n: days });
