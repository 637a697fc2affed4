// What the desktop does with notifications: it keeps the count on the bell, tells the island of new ones, and keeps the
// quiet hours. On the panel of a classroom nobody's inbox shows.
import { onScopeDispose, watch } from 'vue';
import { QueryObserver } from '@tanstack/vue-query';
import { openAppPath } from '@/core/app-path';
import { failureText } from '@/core/failure-text';
import { subscribe } from '@/core/live';
import { onGap } from '@/core/live/on-gap';
import { classroom } from '@/core/lock';
import type { NotificationPreferences } from '@/api/types';
import { preferencesQuery, refreshPreferences } from '@/core/notifications/preferences';
import { dismissNotice, notify, setQuiet } from '@/core/notify';
import { queryClient } from '@/core/query';
import { isQuiet } from '@/core/quiet-hours';
import { useMinute } from '@/core/time';
import { toast } from '@/core/toast';
import { panel } from '../panels';
import { t } from './i18n';
import { failure, fetchNewer, items, markRead, refresh, resetInbox } from './inbox';
import type { Notification } from './model';
import { serialised } from './serialised';

/** Follows the inbox; to be called inside an effect scope, which ends it. */
export function followNotifications(): void {
  if (classroom.value) return;
  // Caught up with after a pause: the bell counts it, the island does not tell of it as of news.
  let isNews = true;
  /** The notices of the island, by what they tell of. */
  const told = new Map<number, string>();
  const arrive = serialised(async () => {
    const tells = isNews;
    isNews = true;
    const newer = await fetchNewer();
    // Of several of one room the newest shows last, and stays.
    if (tells) for (let i = newer.length - 1; i >= 0; i--) tell(newer[i], told);
  });
  let isAsked = false;
  const reread = (): void => {
    isAsked = true;
    void refresh().catch(ignore);
  };
  const stops = [
    subscribe('notification_added', ({ historical }) => {
      if (historical) isNews = false;
      void arrive().catch(ignore);
    }),
    subscribe('notifications_changed', () => {
      reread();
      void refreshPreferences().catch(ignore);
    }),
    onGap(reread, { alsoIf: () => failure.value !== null }),
    followQuietHours(),
    // What was read or taken back is no news any more, nor is what the open centre shows.
    watch([items, panel], ([list]) => {
      told.forEach((notice, id) => {
        const item = list?.find((known) => known.id === id);
        if (item && !item.read && panel.value !== 'notices') return;
        dismissNotice(notice);
        told.delete(id);
      });
    }),
  ];
  if (!isAsked) reread();
  onScopeDispose(() => {
    stops.forEach((stop) => stop());
    resetInbox();
  });
}

/** Turns the island quiet and back at the hours that the member has chosen. */
function followQuietHours(): () => void {
  const minute = useMinute();
  let preferences: NotificationPreferences | undefined;
  const look = (): void => {
    setQuiet('hours', preferences !== undefined && isQuiet(preferences, minute.value), preferences?.quiet_to ?? '');
  };
  const observer = new QueryObserver(queryClient, preferencesQuery);
  const take = ({ data }: { data: NotificationPreferences | undefined }): void => {
    preferences = data;
    look();
  };
  // What the settings have read already is told by no change.
  take(observer.getCurrentResult());
  const stopReading = observer.subscribe(take);
  const stopWatch = watch(minute, look);
  return () => {
    stopReading();
    stopWatch();
    setQuiet('hours', false);
  };
}

function tell(item: Notification | undefined, told: Map<number, string>): void {
  if (!item || item.read || item.silent || panel.value === 'notices') return;
  const { link } = item;
  const notice = notify({
    title: item.title,
    text: item.text || item.sender_name || undefined,
    app: link && 'app' in link ? link.app : undefined,
    action: link ? { label: t('open'), run: () => openNotification(item) } : undefined,
    topic: `${item.kind}:${item.topic || item.id}`,
    at: Date.parse(item.created_at),
    isKept: true,
  });
  told.set(item.id, notice);
}

/** Opens what a notification tells of, and notes that it was read. */
export function openNotification(item: Notification): void {
  markRead([item.id]).catch(tellUnmarked);
  if (!item.link) return;
  if ('app' in item.link) openAppPath(item.link.app, item.link.path);
  else window.open(item.link.url, '_blank', 'noopener,noreferrer');
}

/** It shows as unread again. */
export function tellUnmarked(cause: unknown): void {
  toast(t('failed', { reason: failureText(cause) }), { kind: 'error' });
}

/** The server is away: the next connection reads all of it anew. */
function ignore(): void {
  // Nothing to say: the bell and the panel show what was known.
}
