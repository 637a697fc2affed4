// Who is writing where. A word of it lasts a few seconds, because nobody says when they stop.
import { shallowReactive } from 'vue';
import { send } from '@/core/live';

const LASTS_MS = 6_000;
const EVERY_MS = 3_000;
/** Sooner after the last word the server tells nobody. */
const APART_MS = 250;

/** `room` → user ID → name. */
const typing = shallowReactive(new Map<string, ReadonlyMap<string, string>>());
const timers = new Map<string, number>();
let said = { room: '', at: 0 };
let waiting = 0;

/** Names of those who write in a room. */
export function typingIn(room: string): string[] {
  return [...(typing.get(room)?.values() ?? [])];
}

/** Someone writes, or has stopped. */
export function heardTyping(room: string, id: string, name: string, isTyping: boolean): void {
  const key = `${room} ${id}`;
  window.clearTimeout(timers.get(key));
  const names = new Map(typing.get(room));
  if (isTyping) {
    names.set(id, name);
    timers.set(
      key,
      window.setTimeout(() => heardTyping(room, id, name, false), LASTS_MS),
    );
  } else {
    names.delete(id);
    timers.delete(key);
  }
  typing.set(room, names);
}

/** Tells the room that one writes, now and then; without a socket nobody hears of it. */
export function tellTyping(room_id: string, isTyping: boolean): void {
  window.clearTimeout(waiting);
  const now = Date.now();
  if (isTyping && said.room === room_id && now - said.at < EVERY_MS) return;
  if (!isTyping && said.room !== room_id) return;
  const wait = said.at + APART_MS - now;
  if (wait > 0) {
    waiting = window.setTimeout(() => tellTyping(room_id, isTyping), wait);
    return;
  }
  said = { room: isTyping ? room_id : '', at: now };
  send({ type: 'typing', is_typing: isTyping, room: room_id });
}

export function resetTyping(): void {
  window.clearTimeout(waiting);
  said = { room: '', at: 0 };
  timers.forEach((timer) => window.clearTimeout(timer));
  timers.clear();
  typing.clear();
}
