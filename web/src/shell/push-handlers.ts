// What the server pushes to every desktop: the lock of all screens, broadcasts, apps switched on and
// off, pictures of members, and the call for new pages. Read anew whenever something may have been missed. A chunk of its
// own; the desktop starts it once it stands.
import { onScopeDispose, watch } from 'vue';
import { api, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import { alarm } from '@/core/broadcasts/alarm';
import { broadcastLook } from '@/core/broadcasts/notice';
import { pingServer, pingServerSoon } from '@/core/connection';
import { followPictures } from '@/core/follow-pictures';
import { liveState, subscribe, type LiveState } from '@/core/live';
import { classroom } from '@/core/lock';
import { notify, takeBackNotice } from '@/core/notify';
import { phase } from '@/core/session';
import { serverNow } from '@/core/time';
import { appSwitched, forgetSwitches, lockTurned, readApps, readLock } from './switches';
import * as queue from './urgent/queue';

const BROADCAST_MS = 10_000;
/** The list brings so many. */
const LISTED = 20;
/** What an urgent one lasts unless the server says. */
const URGENT_MS = 600_000;

/** A broadcast as the server lists and pushes it. */
interface Broadcast {
  id: string;
  content: string;
  priority: string;
  sender_real_name?: string;
  created_at?: string;
  expires_at?: string;
  active?: boolean;
  seen?: boolean;
}

/** Follows the pushes; to be called inside an effect scope, which ends it. */
export function followPushes(): void {
  queue.followUrgents();
  followPictures();
  const stops = [
    subscribe('lock_screen_changed', (frame) => void lockTurned(frame).catch(ignore)),
    subscribe('market_app_control_changed', appSwitched),
    subscribe('super_island_notification', ({ notification, historical }) => {
      // What was missed is told by the list, without what was taken back meanwhile.
      if (!historical) tell(notification);
    }),
    subscribe('broadcast_ended', ({ id }) => {
      ended.add(id);
      takeBackNotice(keyOf(id));
      queue.dropUrgents((entry) => entry.id === id);
    }),
    subscribe('app_update_available', pingServerSoon),
    subscribe('reset', () => void readAll()),
    // A connection that was down may have missed something: nothing is told twice.
    watch(liveState, (now) => isUp(now) && void readAll()),
    watch(phase, (now) => now === 'member' && void readAll()),
  ];
  // An app that does not wait for an idle desktop may have opened the connection before: what it told then nobody has heard.
  // Else the lock came with the session, and the rest is read when the connection is up.
  if (isUp(liveState.value)) void readAll();
  else void readBroadcasts().catch(ignore);
  onScopeDispose(() => {
    stops.forEach((stop) => stop());
    [ended, acknowledged, unconfirmed].forEach((ids) => ids.clear());
    forgetSwitches();
  });
}

/** Asks for the state of everything; what does not answer stays as it is. */
async function readAll(): Promise<void> {
  const readings = [readLock(), readBroadcasts()];
  // The desktop starts with the switches it knew; they are read when the connection that carries them is up.
  if (isUp(liveState.value)) readings.push(readApps());
  await Promise.all(readings.map((reading) => reading.catch(ignore)));
}

function isUp(state: LiveState): boolean {
  return state === 'live' || state === 'polling';
}

/** What was taken back since the desktop started: a list that was under way still has it. */
const ended = new Set<string>();

async function readBroadcasts(): Promise<void> {
  // What is urgent ends by the clock, and a panel's own is often wrong.
  if (classroom.value) await pingServer();
  // What comes while the list is under way is newer than it.
  const before = queue.heldUrgents();
  const list = await send(api.GET('/api/assets/broadcasts'));
  settleUrgents(list, before);
  // Oldest first, so that they stand in the history in their order.
  const missed = list.filter((entry) => entry.active && entry.seen === false);
  missed.sort((a, b) => ((a.created_at ?? '') < (b.created_at ?? '') ? -1 : 1));
  // Of several normal ones the newest shows, and the history has the rest.
  missed.forEach((entry) => tell(entry, 'missed-broadcasts'));
  unconfirmed.forEach(sendSeen);
}

/** Over or taken back while the connection was down; and what the server was not told then. */
function settleUrgents(list: readonly Broadcast[], before: ReadonlySet<string>): void {
  const live = new Set(list.filter(({ active }) => active).map(({ id }) => id));
  const oldest = list.length < LISTED ? 0 : Math.min(...list.map(momentOf));
  queue.dropUrgents(({ id, at }) => before.has(id) && !live.has(id) && at >= oldest);
  queue.untoldUrgents().forEach(confirmUrgent);
}

function tell(broadcast: Broadcast | undefined, topic?: string): void {
  if (!broadcast?.id || !broadcast.content || ended.has(broadcast.id)) return;
  if (broadcast.priority === 'urgent' && classroom.value) return holdScreen(broadcast);
  const { title, emphasis, acknowledgement } = broadcastLook(broadcast.priority, broadcast.sender_real_name);
  const seen = (): void => acknowledge(broadcast.id);
  const common = {
    key: keyOf(broadcast.id),
    title,
    text: broadcast.content,
    at: broadcast.created_at ? Date.parse(broadcast.created_at) : undefined,
  };
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

/** Seen or acknowledged here since the desktop started. */
const acknowledged = new Set<string>();
/** Those of them that the server has not heard of. */
const unconfirmed = new Set<string>();

/** Tells the server once that a broadcast was seen; while the server is away that waits for the next connection. */
function acknowledge(id: string): void {
  if (acknowledged.has(id)) return;
  acknowledged.add(id);
  unconfirmed.add(id);
  sendSeen(id);
}

function sendSeen(id: string): void {
  void confirm(id)
    .then(() => unconfirmed.delete(id))
    .catch(ignore);
}

/** On a panel in a classroom an urgent one takes the screen. */
function holdScreen(broadcast: Broadcast): void {
  const { id, content, sender_real_name: sender = '', expires_at: end } = broadcast;
  const at = momentOf(broadcast);
  queue.holdUrgent({ id, text: content, sender, at, until: end ? Date.parse(end) : at + URGENT_MS });
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
    .catch(ignore);
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

/** A part that is away, or not there yet, is asked again after the next reconnection. */
function ignore(cause: unknown): void {
  asFailure(cause);
}
