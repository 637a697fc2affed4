// Everyone one may write to, with names and presence.
import { computed, shallowReactive, shallowRef } from 'vue';
import { listContacts } from '../api';
import type { Contact } from '../types';

export const people = shallowRef<readonly Contact[]>([]);
const online = shallowReactive(new Set<string>());
let loading: Promise<void> | undefined;

const byId = computed(() => new Map(people.value.map((person) => [person.user_id, person])));

/** Reads the list once; rejects when it cannot be had. */
export function loadPeople(): Promise<void> {
  if (people.value.length > 0) return Promise.resolve();
  loading ??= listContacts()
    .then((list) => {
      people.value = list;
      list.filter(({ status }) => status === 'online').forEach(({ user_id }) => online.add(user_id));
    })
    .finally(() => {
      loading = undefined;
    });
  return loading;
}

export function personOf(id: string): Contact | undefined {
  return byId.value.get(id);
}

/** The net name, or the ID of someone who is not in the list. */
export function nameOf(id: string): string {
  return personOf(id)?.net_name ?? id;
}

export function isOnline(id: string): boolean {
  return online.has(id);
}

/** Someone came or went. */
export function setPresence(id: string, isThere: boolean): void {
  if (isThere) online.add(id);
  else online.delete(id);
}

/** Who is there, as a new connection tells it. */
export function setAllPresent(ids: readonly string[]): void {
  online.clear();
  ids.forEach((id) => online.add(id));
}

/** Forgets names, so that the next reader asks again. */
export function forgetPeople(): void {
  people.value = [];
}

export function resetPeople(): void {
  people.value = [];
  online.clear();
}
