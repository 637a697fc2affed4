// Which broadcasts the member has seen, on this device or on another of theirs: none of them shows again. What was seen
// here is reported to the server; what could not be reported is kept on the device, over a reload too.
import { api, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';

const KEY = 'broadcasts-seen';
/** Older ones are over. */
const MOST = 50;

const seen = new Set<string>();
/** Those of them that the server does not know of; in memory too, where nothing can be kept. */
const unreported = new Set<string>();

/** Brings back what the device has kept. */
export function restoreSeen(): void {
  stored().forEach((id) => {
    seen.add(id);
    unreported.add(id);
  });
}

/** Forgets; what is kept stays until it is reported or the member signs out. */
export function forgetSeen(): void {
  seen.clear();
  unreported.clear();
}

export function isSeen(id: string): boolean {
  return seen.has(id);
}

/** The member has seen it on this device: the server learns it, and shows it on no other. */
export function markSeenHere(id: string): void {
  if (seen.has(id)) return;
  seen.add(id);
  // Another tab may have kept one meanwhile.
  stored().forEach((other) => unreported.add(other));
  unreported.add(id);
  keep([...unreported]);
  report(id);
}

/** The server says that the member has seen it; answers false when that was known. */
export function markSeenElsewhere(id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

/** Tries once more to report what the server does not know of. */
export function reportSeen(): void {
  unreported.forEach(report);
}

function report(id: string): void {
  void send(api.POST('/api/broadcasts/{id}/seen', { params: { path: { id } } }))
    .then(() => markReported(id))
    // A broadcast that is not there needs no report; what else goes wrong passes by the next connection.
    .catch((cause: unknown) => asFailure(cause).status === 404 && markReported(id));
}

function markReported(id: string): void {
  unreported.delete(id);
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
