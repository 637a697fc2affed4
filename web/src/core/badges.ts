// Unread counts on the icons of apps. An app sets its own; the dock and the drawer show them.
import { shallowReactive } from 'vue';

const counts = shallowReactive(new Map<string, number>());

/** Sets the count of an app; 0 removes the badge. */
export function setBadge(app: string, count: number): void {
  if (count > 0) counts.set(app, Math.floor(count));
  else counts.delete(app);
}

/** The count of an app; 0 when nothing waits. */
export function badgeCount(app: string): number {
  return counts.get(app) ?? 0;
}

/** Forgets all counts; called when someone else signs in. */
export function clearBadges(): void {
  counts.clear();
}
