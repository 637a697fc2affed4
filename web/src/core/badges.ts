// Unread counts on the icons of apps. An app sets its own; the dock and the drawer show them, except while the member
// sits an exam.
import { ref, shallowReactive } from 'vue';

const counts = shallowReactive(new Map<string, number>());
const hidden = ref(false);

/** Sets the count of an app; 0 removes the badge. */
export function setBadge(app: string, count: number): void {
  if (count > 0) counts.set(app, Math.floor(count));
  else counts.delete(app);
}

/** The count of an app; 0 when nothing waits. */
export function badgeCount(app: string): number {
  return counts.get(app) ?? 0;
}

/** What the icon of an app shows: its count, or 0 while icons show none. */
export function shownBadge(app: string): number {
  return hidden.value ? 0 : badgeCount(app);
}

/** Icons show no counts while this is on. The counts go on, and show again afterwards. */
export function hideBadges(on: boolean): void {
  hidden.value = on;
}

/** Forgets all counts; called when someone else signs in. */
export function clearBadges(): void {
  counts.clear();
}
