// For whom something is, in words.
import { classTitle } from '@/core/class-title';
import { t } from '../i18n';
import type { Item } from './model';

/** For whom a switch is: a class by its two digits, or everybody. */
export function reachText(digits: string | null | undefined): string {
  return digits ? t('reach.class', { name: classTitle(digits) }) : t('reach.portal');
}

/** For whom an app was installed. */
export function audienceOf({ installedFor }: Pick<Item, 'installedFor'>): string {
  return installedFor ? t('reach.only', { name: classTitle(installedFor) }) : t('reach.all');
}
