// Broadcasts as this device shows them: in the island, or urgent ones on the whole screen, where the island is not: on
// a panel in a classroom, on a projector, over a lock. Each shows once on all devices of a member: what was seen on
// one leaves the others.
import { onScopeDispose, watch } from 'vue';
import { api, send } from '@/api/client';
import { alarm } from '@/core/broadcasts/alarm';
import { broadcastLook } from '@/core/broadcasts/notice';
import { pingServer } from '@/core/connection';
import { subscribe } from '@/core/live';
import { classroom, locked } from '@/core/lock';
import { user } from '@/core/session';
import { dismissNotice, noticeHistory, notify, takeBackNotice } from '@/core/notify';
import { serverNow } from '@/core/time';
import { enrolmentShown } from '../enrolment/route';
import * as queue from '../urgent/queue';
import { forgetSeen, isSeen, markSeenElsewhere, markSeenHere, reportSeen, restoreSeen } from './seen-reports';

const BROADCAST_MS = 10_000;
/** The list brings so many. */
const LISTED = 20;

/** A broadcast as the server lists and pushes it. */
interface Broadcast {
  id: string;
  content: string;
  priority: string;
  sender_real_name?: string;
  created_at: string;
  expires_at: string;
  active?: boolean;
  seen?: boolean;
}

/** What was taken back since the desktop started: a list that was under way still has it. */
const ended = new Set<string>();

const takesScreen = (): boolean => classroom.value || locked.value || enrolmentShown.value;

/** Follows what is sent, seen and taken back; to be called inside an effect scope, which ends it. */
export function followBroadcasts(): void {
  queue.followUrgents();
  restoreSeen();
  const stops = [
    subscribe('super_island_notification', ({ notification, historical }) => {
      // What was missed comes with the list, without what was taken back meanwhile.
      if (!historical) show(notification);
    }),
    subscribe('broadcast_seen', ({ id }) => showAsSeen(id)),
    subscribe('broadcast_ended', ({ id }) => {
      ended.add(id);
      takeBackNotice(keyOf(id));
      queue.dropUrgents((entry) => entry.id === id);
    }),
    // Nobody knows who read it over the lock of a device of one's own, so its owner gets it in the island.
    watch(locked, (now) => {
      if (!now && !classroom.value) queue.dropUrgents(() => true).forEach(showUnlocked);
    }),
  ];
  onScopeDispose(() => {
    stops.forEach((stop) => stop());
    ended.clear();
    forgetSeen();
  });
}

/** Asks which were missed, and reports what was seen without the server. */
export async function readBroadcasts(): Promise<void> {
  // What is urgent ends by the clock, and a panel's own is often wrong.
  if (classroom.value) await pingServer();
  // What comes while the list is under way is newer than it.
  const before = queue.heldUrgents();
  const list = await send(api.GET('/api/assets/broadcasts'));
  dropEndedUrgents(list, before);
  list.forEach(({ id, seen }) => seen && showAsSeen(id));
  // Oldest first, so that they stand in the history in their order.
  const missed = list.filter(({ active, seen }) => active && !seen);
  missed.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  // Of several normal ones the newest shows, and the history has the rest.
  missed.forEach((entry) => show(entry, 'missed-broadcasts'));
  reportSeen();
}

/** Takes what is over, or was taken back while the connection was down, from the screen. */
function dropEndedUrgents(list: readonly Broadcast[], before: ReadonlySet<string>): void {
  const live = new Set(list.filter(({ active }) => active).map(({ id }) => id));
  const oldest = list.length < LISTED ? 0 : Math.min(...list.map(momentOf));
  queue.dropUrgents(({ id, at }) => before.has(id) && !live.has(id) && at >= oldest);
}

function show(broadcast: Broadcast | undefined, topic?: string): void {
  if (!broadcast?.id || !broadcast.content || ended.has(broadcast.id) || isSeen(broadcast.id)) return;
  if (broadcast.priority === 'urgent' && takesScreen()) return holdScreen(broadcast);
  // It may have taken the screen before, on the page that a projector shows.
  queue.dropUrgents(({ id }) => id === broadcast.id);
  const { title, emphasis, acknowledgement } = broadcastLook(broadcast.priority, broadcast.sender_real_name);
  const seen = (): void => markSeenHere(broadcast.id);
  const common = { key: keyOf(broadcast.id), title, text: broadcast.content, at: momentOf(broadcast) };
  if (!emphasis) {
    notify({ ...common, topic, ms: BROADCAST_MS, onShown: seen });
    return;
  }
  // It stays until somebody acknowledges it, and a reload shows it again until then.
  const action = { label: acknowledgement, run: seen };
  const isUrgent = emphasis === 'urgent';
  const priority = isUrgent ? 'urgent' : 'normal';
  // Whoever sent it sees what the others see, without the sound. Real names are unique in a portal.
  const isOwn = user.value !== null && broadcast.sender_real_name === user.value.real_name;
  const onShown = isUrgent && !isOwn ? alarm : undefined;
  notify({ ...common, emphasis, priority, ms: 0, action, onRead: seen, onShown });
}

/** Seen on another device of the member: it goes from the island, and is read in the history. */
function showAsSeen(id: string): void {
  if (!markSeenElsewhere(id)) return;
  const shown = noticeHistory.value.find(({ key }) => key === keyOf(id));
  if (!shown) return;
  dismissNotice(shown.id);
  noticeHistory.value = noticeHistory.value.map((entry) => (entry === shown ? { ...entry, seen: true } : entry));
}

function showUnlocked({ id, text: content, sender: sender_real_name, at, until }: queue.Urgent): void {
  const [created_at, expires_at] = [new Date(at).toISOString(), new Date(until).toISOString()];
  show({ id, content, priority: 'urgent', sender_real_name, created_at, expires_at });
}

function holdScreen(broadcast: Broadcast): void {
  const { id, content: text, sender_real_name: sender = '', expires_at: end } = broadcast;
  if (queue.holdUrgent({ id, text, sender, at: momentOf(broadcast), until: Date.parse(end) })) alarm();
}

/** Somebody before the screen has read it: it is free, and the server counts it unless the owner may be away. */
export function acknowledgeUrgent({ id, text, sender, at }: queue.Urgent): void {
  if (!queue.markUrgentSeen(id) || (locked.value && !classroom.value)) return;
  notify({ key: keyOf(id), title: broadcastLook('urgent', sender).title, emphasis: 'urgent', text, at, silent: true });
  markSeenHere(id);
}

function momentOf({ created_at: at }: Broadcast): number {
  return at ? Date.parse(at) : serverNow();
}

function keyOf(id: string): string {
  return `broadcast:${id}`;
}
