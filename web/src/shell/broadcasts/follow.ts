// Broadcasts as this device shows them: in the island, or on the whole screen of a panel in a classroom. Each is told
// once on all devices of a member: what was seen on one leaves the others.
import { onScopeDispose } from 'vue';
import { api, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import { alarm } from '@/core/broadcasts/alarm';
import { broadcastLook } from '@/core/broadcasts/notice';
import { pingServer } from '@/core/connection';
import { subscribe } from '@/core/live';
import { classroom } from '@/core/lock';
import { dismissNotice, noticeHistory, notify, takeBackNotice } from '@/core/notify';
import { serverNow } from '@/core/time';
import * as queue from '../urgent/queue';
import { forgetSeen, isSeen, recallSeen, seenElsewhere, seenHere, toldSeen, untoldSeen } from './seen';

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

/** Follows what is sent, seen and taken back; to be called inside an effect scope, which ends it. */
export function followBroadcasts(): void {
  queue.followUrgents();
  recallSeen();
  const stops = [
    subscribe('super_island_notification', ({ notification, historical }) => {
      // What was missed is told by the list, without what was taken back meanwhile.
      if (!historical) tell(notification);
    }),
    subscribe('broadcast_seen', ({ id }) => leave(id)),
    subscribe('broadcast_ended', ({ id }) => {
      ended.add(id);
      takeBackNotice(keyOf(id));
      queue.dropUrgents((entry) => entry.id === id);
    }),
  ];
  onScopeDispose(() => {
    stops.forEach((stop) => stop());
    ended.clear();
    forgetSeen();
  });
}

/** Asks which were missed, and tells the server what it has not heard of. */
export async function readBroadcasts(): Promise<void> {
  // What is urgent ends by the clock, and a panel's own is often wrong.
  if (classroom.value) await pingServer();
  // What comes while the list is under way is newer than it.
  const before = queue.heldUrgents();
  const list = await send(api.GET('/api/assets/broadcasts'));
  settleUrgents(list, before);
  list.forEach(({ id, seen }) => seen && leave(id));
  // Oldest first, so that they stand in the history in their order.
  const missed = list.filter(({ active, seen }) => active && !seen);
  missed.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  // Of several normal ones the newest shows, and the history has the rest.
  missed.forEach((entry) => tell(entry, 'missed-broadcasts'));
  untoldSeen().forEach(sendSeen);
}

/** Over or taken back while the connection was down; and what the server was not told then. */
function settleUrgents(list: readonly Broadcast[], before: ReadonlySet<string>): void {
  const live = new Set(list.filter(({ active }) => active).map(({ id }) => id));
  const oldest = list.length < LISTED ? 0 : Math.min(...list.map(momentOf));
  queue.dropUrgents(({ id, at }) => before.has(id) && !live.has(id) && at >= oldest);
  queue.untoldUrgents().forEach(confirmUrgent);
}

function tell(broadcast: Broadcast | undefined, topic?: string): void {
  if (!broadcast?.id || !broadcast.content || ended.has(broadcast.id) || isSeen(broadcast.id)) return;
  if (broadcast.priority === 'urgent' && classroom.value) return holdScreen(broadcast);
  const { title, emphasis, acknowledgement } = broadcastLook(broadcast.priority, broadcast.sender_real_name);
  const seen = (): void => acknowledge(broadcast.id);
  const common = { key: keyOf(broadcast.id), title, text: broadcast.content, at: momentOf(broadcast) };
  if (!emphasis) {
    notify({ ...common, topic, ms: BROADCAST_MS, onShown: seen });
    return;
  }
  // It stays until somebody says that it is known, and a reload shows it again until then.
  const action = { label: acknowledgement, run: seen };
  const isUrgent = emphasis === 'urgent';
  const priority = isUrgent ? 'urgent' : 'normal';
  notify({ ...common, emphasis, priority, ms: 0, action, onRead: seen, onShown: isUrgent ? alarm : undefined });
}

/** Seen here: the server is told, once it is there, and shows it on no other device. */
function acknowledge(id: string): void {
  if (seenHere(id)) sendSeen(id);
}

function sendSeen(id: string): void {
  void confirm(id)
    .then(() => toldSeen(id))
    // Nobody asks any more about what is not there; what else goes wrong passes by the next connection.
    .catch((cause: unknown) => asFailure(cause).status === 404 && toldSeen(id));
}

/** Seen on another device of the member: it leaves the island, and is read in the history. */
function leave(id: string): void {
  if (!seenElsewhere(id)) return;
  const told = noticeHistory.value.find(({ key }) => key === keyOf(id));
  if (!told) return;
  dismissNotice(told.id);
  noticeHistory.value = noticeHistory.value.map((entry) => (entry === told ? { ...entry, seen: true } : entry));
}

/** On a panel in a classroom an urgent one takes the screen. */
function holdScreen(broadcast: Broadcast): void {
  const { id, content: text, sender_real_name: sender = '', expires_at: end } = broadcast;
  if (queue.holdUrgent({ id, text, sender, at: momentOf(broadcast), until: Date.parse(end) })) alarm();
}

/** Somebody before the panel has read it: the screen is free, and the server counts it. */
export function knowBroadcast({ id, text, sender, at }: queue.Urgent): void {
  if (!queue.knowUrgent(id)) return;
  notify({ key: keyOf(id), title: broadcastLook('urgent', sender).title, emphasis: 'urgent', text, at, silent: true });
  confirmUrgent(id);
}

function confirmUrgent(id: string): void {
  void confirm(id)
    .then(() => queue.toldUrgent(id))
    .catch((cause: unknown) => asFailure(cause));
}

function momentOf({ created_at: at }: Broadcast): number {
  return at ? Date.parse(at) : serverNow();
}

function keyOf(id: string): string {
  return `broadcast:${id}`;
}

/** Tells the server that it was seen on this screen. */
async function confirm(id: string): Promise<void> {
  await send(api.POST('/api/broadcasts/{id}/seen', { params: { path: { id } } }));
}
