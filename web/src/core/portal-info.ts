// The names of the school and its classes, and how one registers: shown before anybody has signed in, too.
import { computed, shallowRef } from 'vue';
import { api, send } from '@/api/client';
import type { components } from '@/api/generated/schema';
import { user } from './session';

export type PortalInfo = components['schemas']['PortalInfo'];

const loaded = shallowRef<PortalInfo | null>(null);

/** Null until it has been read, and while it cannot be. */
export const portalInfo = computed(() => loaded.value);

/** Reads it; what was read before stays where the server does not answer. Nothing waits for names. */
export async function loadPortalInfo(): Promise<void> {
  loaded.value = await send(api.GET('/api/setup/portal')).catch(() => loaded.value);
  const zone = loaded.value?.timezone;
  if (zone && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone)
    void import('./zone/clock').then(
      ({ followZone }) => followZone(zone),
      () => undefined,
    );
}

/** What the school calls a class, by its two digits; empty where it has given no name. */
export const classNameOf = (digits: string): string => loaded.value?.class_names[digits] ?? '';

/** What the school calls the class of whoever looks at the screen; empty where it has given no name. */
export const ownClassName = computed(() => {
  const names = loaded.value?.class_names ?? {};
  return (user.value ? names[user.value.user_id.slice(2, 4)] : onlyOne(Object.values(names))) ?? '';
});

/** The name of the school; empty where it was not given. */
export const schoolName = computed(() => loaded.value?.school_name ?? '');

/** The name on top of the screens: the school's and the own class's; empty where there is none. */
export const portalTitle = computed(() =>
  [schoolName.value, ownClassName.value]
    .filter(Boolean)
    .join(' ')
    .replace(/(\p{Script=Han}) (?=\p{Script=Han})/u, '$1'),
);

const onlyOne = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined);
