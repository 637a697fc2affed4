// Whom something is for, in words.
import type { Reach } from '@/api/types';
import { language } from '@/core/i18n';
import { t } from './i18n';

export const REACH_ROLES = ['all', 'officers', 'class_admins'] as const;

/** "1 班、2 班 · 班干部"; no classes means all of them. */
export function audienceText({ classes = [], role = 'all' }: Reach): string {
  const comma = language.value === 'en' ? ', ' : '、';
  const where =
    classes.length === 0
      ? t('audience.everywhere')
      : classes.map((value) => t('audience.class', { n: Number(value) })).join(comma);
  return role === 'all' ? where : `${where} · ${t(`audience.${role}`)}`;
}
