// Sends what members write, one after the other, until the server has it. Each message is kept on
// the device from the press of the button on; two tabs may send the same one, because its temp_id
// makes it one message.
import { computed, shallowRef, watch } from 'vue';
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { serverOffline } from '@/core/connection';
import { newId } from '@/core/ids';
import { tellWaiting, waitsForModerator } from '@/core/moderation/held';
import { personalKeys, readPersonal, removePersonal, writePersonal } from '@/core/storage';
import { sendMessage } from '../api';
import { isHeld, isUnsent, judge, nextOf, revived, type Outgoing } from '../model/outgoing';
import type { Draft, Message } from '../types';
import { me } from './me';
import { findRoom } from './rooms';

const items = shallowRef<readonly Outgoing[]>([]);
/** True when the device keeps nothing: what is not sent yet ends with the page. */
export const isFleeting = shallowRef(false);

let owner = '';
let running = false;
let timer = 0;
let tries = 0;
let arrived: (message: Message) => void = () => undefined;

/** How many wait or have failed. */
export const unsent = computed(() => items.value.filter(isUnsent).length);

export function outgoingOf(room: string): Outgoing[] {
  return items.value.filter((item) => item.room_id === room);
}

/** What waits for a moderator, in all rooms. */
export function inReview(): Outgoing[] {
  return items.value.filter(({ state }) => state === 'in_review');
}

/** Takes up what an earlier page has left; `onArrived` gets each message the server has taken. */
export function openOutbox(onArrived: (message: Message) => void): () => void {
  arrived = onArrived;
  owner = me();
  items.value = personalKeys(prefix())
    .map((key) => revived(readPersonal(key)))
    .filter((item): item is Outgoing => item !== null)
    .sort((a, b) => a.at - b.at);
  const stopWatch = watch(serverOffline, (offline) => {
    if (!offline) sendNow();
  });
  sendNow();
  return () => {
    stopWatch();
    window.clearTimeout(timer);
    owner = '';
    items.value = [];
  };
}

/** Puts a message into the queue; it shows at once. `more` is of its quote and its place behind files. */
export function enqueue(
  room_id: string,
  draft: Draft,
  more: Partial<Pick<Outgoing, 'quote' | 'batch' | 'at'>> = {},
): void {
  add({ temp_id: newId(), room_id, draft, state: 'queued', at: Date.now(), reason: '', ...more });
  sendNow();
}

/** Whether one waits for a file that was given before it. Reactive. */
export function isWaitingForFile(item: Outgoing): boolean {
  return item.state === 'queued' && isHeld(item, items.value);
}

/** Adds something that is not ready to be sent yet, such as a file on its way. */
export function add(item: Outgoing): void {
  items.value = [...items.value, item];
  keep(item);
}

/** Changes one that is there; answers false when its author has given it up. */
export function update(temp_id: string, change: Partial<Outgoing>): boolean {
  const item = items.value.find((one) => one.temp_id === temp_id);
  if (!item) return false;
  const next = { ...item, ...change };
  items.value = items.value.map((one) => (one === item ? next : one));
  // The bar of an upload moves often; where it stands is no use to a later page.
  if (!('progress' in change)) keep(next);
  return true;
}

/** Puts a text in place of a message that is gone, beside each that answers it: its words are kept nowhere. */
export function replaceQuoted(id: string, text: string): void {
  for (const { temp_id, draft, quote } of items.value) {
    if (quote && draft.reply_to === id) update(temp_id, { quote: { ...quote, text } });
  }
}

/** Tries a failed one again. */
export function retry(temp_id: string): void {
  update(temp_id, { state: 'queued', reason: '' });
  sendNow();
}

/** Takes one out of the queue. */
export function discard(temp_id: string): void {
  items.value = items.value.filter((one) => one.temp_id !== temp_id);
  removePersonal(prefix() + temp_id);
}

/** Gives one up that others may have waited for. */
export function giveUp(temp_id: string): void {
  discard(temp_id);
  sendNow();
}

/** Sends now what waits. */
export function sendNow(): void {
  window.clearTimeout(timer);
  tries = 0;
  void run();
}

async function run(): Promise<void> {
  if (running || !owner) return;
  const item = nextOf(items.value);
  if (!item) return;
  running = true;
  update(item.temp_id, { state: 'sending' });
  const sender = owner;
  let wait: number | null = 0;
  try {
    const message = await sendMessage(item.room_id, item.temp_id, item.draft);
    tries = 0;
    if (sender === owner) {
      arrived(message);
      discard(item.temp_id);
    }
  } catch (cause) {
    wait = waitsForModerator(cause) ? taken(item, sender) : refused(item, cause);
  } finally {
    running = false;
  }
  if (wait === 0) void run();
  else if (wait !== null) timer = window.setTimeout(() => void run(), wait);
}

/** The server has one that a moderator looks at first: until then its author alone sees it, in its place. */
function taken(item: Outgoing, sender: string): number {
  tries = 0;
  if (sender === owner) {
    const room = findRoom(item.room_id);
    update(item.temp_id, { state: 'in_review', after: room && (room.last_message?.seq ?? 0) });
    tellWaiting();
  }
  return 0;
}

/** Answers how long to wait before the next one, 0 for at once. */
function refused(item: Outgoing, cause: unknown): number {
  const failure = asFailure(cause);
  const { state, wait } = judge(failure, tries);
  tries += 1;
  update(item.temp_id, { state, reason: failureText(failure), slug: failure.slug });
  // What the author must decide holds up nobody else's words.
  return wait ?? 0;
}

function keep(item: Outgoing): void {
  isFleeting.value = !writePersonal(prefix() + item.temp_id, item);
}

function prefix(): string {
  return `chat-out:${owner || me()}:`;
}
