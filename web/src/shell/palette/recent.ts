// What was chosen in the palette last, by id; personal, so a sign-out forgets it.
import { readPersonal, writePersonal } from '@/core/storage';

const KEY = 'palette';
const MOST = 5;

/** The newest first. */
export function recentIds(): string[] {
  const kept = readPersonal(KEY);
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string').slice(0, MOST) : [];
}

/** Notes that something was chosen. */
export function noteRecent(id: string): void {
  writePersonal(KEY, [id, ...recentIds().filter((one) => one !== id)].slice(0, MOST));
}
