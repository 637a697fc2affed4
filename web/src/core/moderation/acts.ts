// What members and moderators do with content, wherever it stands.
import { api, send } from '@/api/client';
import { queryClient } from '@/core/query';
import { refreshOwn } from './own';
import type { ContentKind } from './types';

/** What the console shows of moderation: cases and silences. */
export const CONSOLE_KEY = ['moderation', 'console'];

/** Reports something that somebody else has written. */
export async function reportContent(kind: ContentKind, id: string, reason: string): Promise<void> {
  await send(api.POST('/api/moderation/reports', { body: { kind, id, reason } }));
  refreshOwn();
}

/** Removes something as a moderator, without a report. */
export async function removeContent(kind: ContentKind, id: string, reason: string): Promise<void> {
  await send(api.POST('/api/moderation/removals', { body: { kind, id, reason } }));
  void queryClient.invalidateQueries({ queryKey: CONSOLE_KEY });
}

/** Appeals against the removal of something of one's own. */
export async function appeal(id: string, text: string): Promise<void> {
  try {
    await send(api.POST('/api/moderation/cases/{id}/appeal', { params: { path: { id } }, body: { text } }));
  } finally {
    // Also after a refusal: the page then shows what has become of it.
    refreshOwn();
  }
}
