// Which broadcasts the member has seen, on this device or on another of theirs: none of them is told again. What the
// server has not heard of is kept on the device, over a reload too.
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';

const KEY = 'broadcasts-seen';
/** Older ones are over. */
const MOST = 50;

const seen = new Set<string>();
/** Those of them that the server has not heard of; in memory too, where nothing can be kept. */
const untold = new Set<string>();

/** Brings back what the device has kept. */
export function recallSeen(): void {
  stored().forEach((id) => {
    seen.add(id);
    untold.add(id);
  });
}

/** Forgets; what is kept stays until the server has heard of it or the member signs out. */
export function forgetSeen(): void {
  seen.clear();
  untold.clear();
}

export function isSeen(id: string): boolean {
  return seen.has(id);
}

/** The member has seen it here; answers false when that was known. */
export function seenHere(id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  // Another tab may have kept one meanwhile.
  stored().forEach((other) => untold.add(other));
  untold.add(id);
  keep([...untold]);
  return true;
}

/** The server says that the member has seen it; answers false when that was known. */
export function seenElsewhere(id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

/** What the server has not heard of. */
export function untoldSeen(): string[] {
  return [...untold];
}

/** The server has heard of it. */
export function toldSeen(id: string): void {
  untold.delete(id);
  keep(stored().filter((other) => other !== id));
}

function keep(ids: readonly string[]): void {
  if (ids.length === 0) removePersonal(KEY);
  else writePersonal(KEY, ids.slice(-MOST));
}

function stored(): string[] {
  const all = readPersonal(KEY);
  return Array.isArray(all) ? all.filter((id): id is string => typeof id === 'string') : [];
}
