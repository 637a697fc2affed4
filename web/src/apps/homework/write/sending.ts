// Publishing and changing cards, and how two refusals are told.
import { asFailure } from '@/api/failure';
import { language } from '@/core/i18n';
import { formatMoment } from '@/core/time';
import { toast } from '@/core/toast';
import { refreshAll } from '../acts';
import { changeCard, createCard } from '../calls';
import type { StaffHomework } from '../types';
import { bodyOf, changeOf, type Draft } from './draft';
import { t } from './i18n';

function fieldOf(cause: unknown, name: string): number | null {
  const { status, data } = asFailure(cause);
  const value = (data as Record<string, unknown> | null)?.[name];
  return status === 409 && typeof value === 'number' ? value : null;
}

/** The card of the subject that is there already, where the server refused another one. */
export const existingOf = (cause: unknown): number | null => (staleOf(cause) === null ? fieldOf(cause, 'id') : null);

/** The revision that the server has, where a change began with an older one. */
export const staleOf = (cause: unknown): number | null => fieldOf(cause, 'revision');

/** As the server names a new card, in the language on screen. */
const usualTitle = (subject: string): string => (subject ? t('name.usual', { subject }) : t('name.plain'));

export async function publish(draft: Draft, pictures: readonly string[], key: string): Promise<void> {
  const made = await createCard(bodyOf(draft, pictures, key));
  refreshAll();
  if (made.state === 'scheduled') {
    return void toast(t('done.scheduled', { time: formatMoment(new Date(made.publish_at), language.value) }));
  }
  const n = made.progress?.members ?? 0;
  toast(n > 0 ? t('done.published', { n }) : t('done.published_plain'));
}

export async function save(edited: StaffHomework, draft: Draft, pictures: readonly string[]): Promise<void> {
  const change = changeOf(edited, draft, pictures, usualTitle);
  if (change) await changeCard(edited.id, change);
  refreshAll();
  toast(t('done.saved', { title: edited.title }));
}
