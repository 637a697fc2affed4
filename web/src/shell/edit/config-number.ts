// Numbers of configuration forms, as typed.
import type { ConfigField } from '@/core/apps';
import { t } from './i18n';

/** The number in a text, NaN when there is none. */
export function readNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim());
}

/** What is wrong with a typed number, empty when nothing is or nothing was typed yet. */
export function numberError(field: ConfigField, text: string | undefined): string {
  if (text === undefined) return '';
  const value = readNumber(text);
  const { min, max } = field;
  if (Number.isNaN(value)) return t('config.number');
  if ((min ?? -Infinity) <= value && value <= (max ?? Infinity)) return '';
  if (min !== undefined && max !== undefined) return t('config.between', { min, max });
  return min === undefined ? t('config.most', { max: max ?? 0 }) : t('config.least', { min });
}
