// What the app does while its window is closed: it keeps the badge, follows what is published, and
// tells the island. Started by the desktop, ended with it.
import { QueryObserver } from '@tanstack/vue-query';
import { openAppPath } from '@/core/app-path';
import { setBadge } from '@/core/badges';
import { subscribe, type Frame } from '@/core/live';
import { notify } from '@/core/notify';
import { queryClient } from '@/core/query';
import { user } from '@/core/session';
import { t } from './i18n';
import { unreadQuery } from './queries';
import { readOne, refresh } from './reading';

/** Starts; answers what ends it. */
export default function start(): () => void {
  const counting = new QueryObserver(queryClient, unreadQuery);
  // A widget may have asked before: what is known already is told to no subscriber.
  count(counting.getCurrentResult());
  const stops = [
    counting.subscribe(count),
    subscribe('announcement_published', (frame) => void published(frame)),
    subscribe('announcement_updated', refresh),
    subscribe('announcement_removed', refresh),
    subscribe('announcement_reminder', (frame) => void reminded(frame)),
    // Something may have been missed.
    subscribe('reset', refresh),
  ];
  return () => stops.forEach((stop) => stop());
}

function count({ data }: { data?: { unread: number } }): void {
  if (data) setBadge('announcements', data.unread);
}

async function published(frame: Frame<'announcement_published'>): Promise<void> {
  refresh();
  const title = t(frame.kind === 'homework' ? 'notice.new_homework' : 'notice.new');
  if (!frame.historical) await tell(frame, title);
}

async function reminded(frame: Frame<'announcement_reminder'>): Promise<void> {
  await tell(frame, t('notice.reminder'));
}

/** The event carries an id alone; what it says is read by those who may. */
async function tell({ id }: { id: number }, title: string): Promise<void> {
  try {
    const entry = await readOne(id);
    if (entry.author_id === user.value?.user_id) return;
    const action = { label: t('notice.open'), run: () => openAppPath('announcements', String(id)) };
    notify({ title, text: entry.title, app: 'announcements', key: `announcement:${id}:${title}`, action });
  } catch {
    // Taken back already, or the server is away: the badge tells when it is there again.
  }
}
