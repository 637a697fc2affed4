// How much waits in the sections of the console: beside their titles, and together on its icon.
import { shallowReactive } from 'vue';
import { setBadge } from '@/core/badges';

const counts = shallowReactive(new Map<string, number>());

/** How much waits in a section; 0 where nothing does. */
export function waitingIn(section: string): number {
  return counts.get(section) ?? 0;
}

/** Sets how much waits in a section. */
export function setWaiting(section: string, count: number): void {
  counts.set(section, count);
  setBadge(
    'admin',
    [...counts.values()].reduce((sum, one) => sum + one, 0),
  );
}
