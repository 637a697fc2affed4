// Unread counts on the icons of apps. An app sets its own; the dock and the drawer show them.
import { shallowReactive } from 'vue';

const counts = shallowReactive(new Map<string, number>());

/** Sets the count of an app; 0 removes the badge. */
export function setBadge(app: string, count: number): void {
  if (count > 0) counts.set(app, Math.floor(count));
  else counts.delete(app);
}

/** The text of the badge, empty when there is none. */
export function badgeText(app: string): string {
  const count = counts.get(app) ?? 0;
  if (count === 0) return '';
  return count > 99 ? '99+' : String(count);
}

/** Forgets all counts; called when someone else signs in. */
export function clearBadges(): void {
  counts.clear();
}
