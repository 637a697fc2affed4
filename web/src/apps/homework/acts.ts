// What members and managers do with cards: every act shows at once, and can be taken back where it destroys something.
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { queryClient } from '@/core/query';
import { toast, UNDO_MS } from '@/core/toast';
import { t as shell } from '@/i18n';
import {
  acknowledge,
  deleteCard,
  deleteSubmission,
  markRead,
  postReminder,
  putDone,
  putSubmission,
  restoreCard,
} from './calls';
import { KEY, patchCard, refreshHomework } from './queries';
import type { HomeworkCard, NewSubmission } from './types';
import { t } from './widgets/i18n';

/** Ticks a card, or takes the tick away. What was ticked offers the way back. */
export async function setDone(card: HomeworkCard, done: boolean): Promise<void> {
  patchCard(card.id, { done_at: done ? new Date().toISOString() : null });
  let saved: HomeworkCard;
  try {
    saved = await putDone(card.id, done);
    patchCard(card.id, saved);
  } catch (cause) {
    patchCard(card.id, { done_at: card.done_at });
    toast(failureText(cause), { kind: 'error' });
    return;
  } finally {
    refreshHomework();
  }
  if (!done) return;
  const action = { label: shell('common.undo'), run: () => void setDone(saved, false) };
  toast(t('done', { title: card.title }), { action, ms: UNDO_MS });
}

/** Hands something in, in the place of what was there. */
export async function handIn(card: HomeworkCard, body: NewSubmission): Promise<HomeworkCard> {
  try {
    const saved = await putSubmission(card.id, body);
    patchCard(card.id, saved);
    return saved;
  } finally {
    refreshHomework();
  }
}

export async function withdraw({ id }: HomeworkCard): Promise<void> {
  try {
    patchCard(id, await deleteSubmission(id));
  } finally {
    refreshHomework();
  }
}

/** Notes that what is on the screen was read. It is no matter of the reader when that fails. */
export async function read(card: HomeworkCard): Promise<void> {
  try {
    await markRead(card);
    patchCard(card.id, { read: true });
    refreshAnnouncements();
  } catch {
    // Read again the next time.
  }
}

/** Says that what is on the screen was read and understood. */
export async function confirm(card: HomeworkCard): Promise<void> {
  await acknowledge(card);
  patchCard(card.id, { read: true, acknowledged_at: new Date().toISOString() });
  refreshHomework();
  refreshAnnouncements();
}

/** Deletes a card and offers to bring it back, with its ticks and what was handed in. */
export async function remove({ id, title }: HomeworkCard): Promise<void> {
  await deleteCard(id);
  // The card is still on the screen for a moment: asked for now, it is not found.
  void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
  void queryClient.refetchQueries({ queryKey: KEY, type: 'active', predicate: ({ queryKey: [, , of] }) => of !== id });
  refreshAnnouncements();
  const action = { label: shell('common.undo'), run: () => void restore(id, title) };
  toast(t('deleted', { title }), { action, ms: UNDO_MS });
}

async function restore(id: number, title: string): Promise<void> {
  try {
    await restoreCard(id);
    toast(t('restored', { title }));
  } catch (cause) {
    const action = { label: shell('common.retry'), run: () => void restore(id, title) };
    const isFinal = [404, 409].includes(asFailure(cause).status);
    toast(failureText(cause), { kind: 'error', ms: UNDO_MS, ...(!isFinal && { action }) });
  }
  refreshAll();
}

/** Reminds those who are missing; answers how many. */
export async function remind(id: number): Promise<number> {
  try {
    return await postReminder(id);
  } finally {
    void queryClient.invalidateQueries({ queryKey: [...KEY, 'progress', id] });
  }
}

/** A card is an announcement too: the lists of both follow. */
export function refreshAll(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
  refreshAnnouncements();
}

function refreshAnnouncements(): void {
  void queryClient.invalidateQueries({ queryKey: ['announcements'] });
}
