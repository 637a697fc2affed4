// How the wizard calls a class: as the school does, or by its number.
import type { ClassDraft } from './draft';
import { t } from './i18n';

export function draftTitle(entry: ClassDraft): string {
  return entry.name.trim() || t('school.nth', { n: Number(entry.number) });
}
