// Large numbers in short.
import type { Language } from './i18n';

const LOCALES: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-US' };

/** 12345 as `1.2万`, or `12.3K`. */
export function compactNumber(n: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { notation: 'compact', maximumFractionDigits: 1 }).format(n);
}
