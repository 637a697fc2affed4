// What the chat does while its window is closed: it keeps rooms and unread counts, sends what waits,
// and tells the island. Started by the desktop, ended with it.
import { watch } from 'vue';
import { setBadge } from '@/core/badges';
import { openAppPath } from '@/core/app-path';
import { isShown } from '@/core/notifications/preferences';
import { notify } from '@/core/notify';
import { warnBeforeLeaving } from '@/core/leaving';
import { roomNameOf } from '@/core/room-name';
import { t } from './i18n';
import { preview } from './model/preview';
import { mayDisturb } from './model/quiet-hours';
import { pathOf } from './model/links';
import { flushReadMarkers, resetReadMarkers } from './state/read-markers';
import { me } from './state/me';
import { fullName } from './state/names';
import { arrived, followPushes } from './state/push-handlers';
import { forgetAttachments } from './state/attachments';
import { openOutbox, unsent } from './state/outbox';
import { resetPeople } from './state/people';
import { resetPresence } from './state/presence';
import { forgetRecalled } from './state/recalled';
import { followReviews, published } from './state/reviews';
import { findRoom, firstRooms, resetRooms, unreadTotal, watched } from './state/rooms';
import { forget, settle } from './state/timelines';
import { followSharedPosts } from './state/shared-posts';
import { resetTyping } from './state/typing';
import type { Message } from './types';

/** What has been read is told before the page goes. */
function leave(): void {
  flushReadMarkers(undefined, true);
}

/** Starts; answers what ends it. */
export default function start(): () => void {
  const stopPushes = followPushes((message, isHistorical) => {
    published(message);
    disturb(message, isHistorical);
  });
  const stopPosts = followSharedPosts();
  // The row of what was on its way goes in the same moment.
  const stopOutbox = openOutbox((message) => {
    arrived(message);
    settle();
  });
  // After the outbox, which has what an earlier page has left.
  const stopReviews = followReviews();
  const stopBadge = watch(unreadTotal, (count) => setBadge('chat', count), { immediate: true });
  const stopWarning = warnBeforeLeaving(() => (unsent.value > 0 ? t('outgoing.leaving', { n: unsent.value }) : ''));
  window.addEventListener('pagehide', leave);
  void firstRooms();
  return () => {
    window.removeEventListener('pagehide', leave);
    stopPushes();
    stopPosts();
    stopOutbox();
    stopReviews();
    stopBadge();
    stopWarning();
    resetReadMarkers();
    resetRooms();
    resetPeople();
    resetPresence();
    resetTyping();
    forgetRecalled();
    forgetAttachments();
    forget();
  };
}

function disturb(message: Message, isHistorical: boolean): void {
  const room = findRoom(message.room_id);
  const isWatched = watched.value === message.room_id && !document.hidden;
  const settings = room ?? { muted: false, quiet_from: null, quiet_to: null };
  const tellsMentions = isShown('mention');
  const moment = { now: new Date(), me: me(), isWatched, isHistorical, tellsMentions };
  if (!mayDisturb(message, settings, moment)) return;
  const isPrivate = room?.kind === 'private';
  const name = fullName(message.sender_id, message.sender_name);
  const calls = tellsMentions && message.mentions.includes(me());
  // The inbox has what calls or answers the member, where it is not private.
  const isKept = !isPrivate && (message.mentions.includes(me()) || message.reply?.sender_id === me());
  notify({
    isKept,
    title: isPrivate || !room ? name : `${name} · ${roomNameOf(room)}`,
    text: calls ? t('notice.calls', { text: preview(message, t) }) : preview(message, t),
    app: 'chat',
    topic: `chat:${message.room_id}`,
    action: { label: t('notice.open'), run: () => openAppPath('chat', pathOf(message.room_id)) },
  });
}
