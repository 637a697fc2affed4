// Urgent broadcasts where they take the whole screen: on panels, on projectors, over a lock. They take it one after the
// other, each until somebody has acknowledged it, or until it is over. They are kept on the device until then: a
// reload shows at once what waits, and never again what was acknowledged here.
import { computed, onScopeDispose, shallowRef } from 'vue';
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';
import { serverNow } from '@/core/time';

export interface Urgent {
  id: string;
  /** Plain text; line breaks count. */
  text: string;
  sender: string;
  /** When it was sent, in ms. */
  at: number;
  /** When it is over, in ms on the server's clock. */
  until: number;
}

type State = 'waiting' | 'seen';
type Held = Urgent & { state: State };

/** DesktopScreen looks for it, to show what waits before anything else. */
const KEY = 'urgent';
const LOOK_MS = 1000;

const held = shallowRef<readonly Held[]>([]);
const waiting = computed(() => held.value.filter(({ state }) => state === 'waiting'));

/** What takes the screen now. */
export const urgent = computed<Urgent | undefined>(() => waiting.value[0]);
/** How many wait behind it. */
export const urgentsBehind = computed(() => Math.max(0, waiting.value.length - 1));

/** Brings back what was held and watches for its end; to be called inside an effect scope. */
export function followUrgents(): void {
  held.value = stored();
  const timer = window.setInterval(() => {
    const now = serverNow();
    if (held.value.some(({ until }) => until <= now)) keep(held.value.filter(({ until }) => until > now));
  }, LOOK_MS);
  onScopeDispose(() => {
    window.clearInterval(timer);
    // The next member's show anew; what is stored goes with its owner.
    held.value = [];
  });
}

/** Takes one in, once, and answers whether it is new; the oldest is shown first. */
export function holdUrgent(next: Urgent): boolean {
  if (held.value.some(({ id }) => id === next.id)) return false;
  const all: Held[] = [...held.value, { ...next, state: 'waiting' }];
  keep(all.sort((a, b) => a.at - b.at));
  return true;
}

/** Somebody before the panel has seen it; answers false when it did not wait. */
export function markUrgentSeen(id: string): boolean {
  const waits = held.value.some((entry) => entry.id === id && entry.state === 'waiting');
  if (waits) keep(held.value.map((entry) => (entry.id === id ? { ...entry, state: 'seen' } : entry)));
  return waits;
}

/** What the device holds, seen or not, by id. */
export function heldUrgents(): Set<string> {
  return new Set(held.value.map(({ id }) => id));
}

/** Drops those that the server has taken back, or that show elsewhere from now on; answers them. */
export function dropUrgents(gone: (entry: Urgent) => boolean): readonly Urgent[] {
  const dropped = held.value.filter(gone);
  if (dropped.length > 0) keep(held.value.filter((entry) => !gone(entry)));
  return dropped;
}

function keep(next: readonly Held[]): void {
  held.value = next;
  if (next.length === 0) removePersonal(KEY);
  else writePersonal(KEY, next);
}

function stored(): readonly Held[] {
  const all = readPersonal(KEY);
  return Array.isArray(all) ? (all as unknown[]).filter(isHeld) : [];
}

function isHeld(value: unknown): value is Held {
  const { id, text, sender, at, until, state } = (value ?? {}) as Partial<Held>;
  const words = [id, text, sender, state].every((word) => typeof word === 'string');
  return words && Number.isFinite(at) && Number.isFinite(until);
}
