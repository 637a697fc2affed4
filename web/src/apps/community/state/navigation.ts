// Going from place to place inside of the app. Beside the feed a post is only shown; where there is no room for both
// it is a step that Back takes back. A profile that was opened from a post leads back to the post.
import { computed, ref } from 'vue';
import { appPath, leaveAppPath, openAppPath, replaceAppPath } from '@/core/app-path';
import { hasPane, placeOf } from '../model/places';

const APP = 'community';

/** Whether there is room for the feed and one post beside each other. */
export const isWide = ref(false);
/** The places before the present one, without the feed. */
const trail = ref<string[]>([]);

export const place = computed(() => placeOf(appPath(APP)));
/** Whether Back leads to a place of the app that is not the feed. */
export const hasTrail = computed(() => trail.value.length > 0);

/** Opens what a list shows; nothing is gone back to but the list. */
export function openFromList(path: string): void {
  trail.value = [];
  show(path);
}

/** Goes on from the present place, to which Back leads. */
export function goOn(path: string): void {
  const before = appPath(APP);
  if (before === path) return;
  if (hasPane(placeOf(before))) trail.value = [...trail.value, before];
  show(path);
}

/** In the place of the present one, such as a post in that of the form it was written in. */
export function goInstead(path: string): void {
  replaceAppPath(APP, path);
}

/** One place back, or to the feed. */
export function goBack(): void {
  const before = trail.value[trail.value.length - 1];
  trail.value = trail.value.slice(0, -1);
  if (before) replaceAppPath(APP, before);
  else leave();
}

/** To the feed. */
export function leave(): void {
  trail.value = [];
  leaveAppPath(APP);
}

function show(path: string): void {
  if (isWide.value || hasPane(place.value)) replaceAppPath(APP, path);
  else openAppPath(APP, path);
}
