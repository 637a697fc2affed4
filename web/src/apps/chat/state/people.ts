// Everyone one may write to, with names, and how each is there.
import { computed, shallowReactive, shallowRef } from 'vue';
import { listContacts } from '../api';
import type { Contact } from '../types';

export const STATUSES = ['online', 'away', 'busy', 'offline'] as const;
export type Status = (typeof STATUSES)[number];

export const people = shallowRef<readonly Contact[]>([]);
/** When it was last known of everyone, in ms of the device. */
let knownAt = 0;
/** Those who are there in whatever way; nobody else is. */
const there = shallowReactive(new Map<string, Status>());
/** What was told while the list was on its way is newer than it. */
const meanwhile = new Map<string, Status>();
let loading: Promise<void> | undefined;

const byId = computed(() => new Map(people.value.map((person) => [person.user_id, person])));

/** Reads the list once; rejects when it cannot be had. */
export function loadPeople(): Promise<void> {
  return people.value.length > 0 ? Promise.resolve() : readPeople();
}

/** Reads the list anew; who is shown meanwhile stays. Rejects when it cannot be had. */
export function readPeople(): Promise<void> {
  if (loading) return loading;
  meanwhile.clear();
  const mine: Promise<void> = listContacts()
    .then((list) => {
      // Someone else may sit here by now.
      if (loading === mine) take(list);
    })
    .finally(() => {
      if (loading === mine) loading = undefined;
    });
  loading = mine;
  return mine;
}

/** The same where anybody has asked for names before; without an answer the next one asks again. */
export function rereadPeople(): void {
  if (people.value.length === 0) return;
  readPeople().catch(() => {
    people.value = [];
  });
}

function take(list: readonly Contact[]): void {
  people.value = list;
  list.forEach(({ user_id, status }) => put(user_id, statusFrom(status)));
  meanwhile.forEach((status, id) => put(id, status));
  knownAt = Date.now();
}

export function personOf(id: string): Contact | undefined {
  return byId.value.get(id);
}

/** The net name, or the ID of someone who is not in the list. */
export function nameOf(id: string): string {
  return personOf(id)?.net_name ?? id;
}

export function statusOf(id: string): Status {
  return there.get(id) ?? 'offline';
}

/** A status as the server tells it; whoever is there in a way unknown here is there. */
export function statusFrom(raw: unknown): Status {
  return STATUSES.find((status) => status === raw) ?? 'online';
}

/** Someone came, went, or says otherwise how they are there. */
export function setPresence(id: string, status: Status): void {
  if (loading) meanwhile.set(id, status);
  put(id, status);
}

/** Nobody but these is there. */
export function setAllPresent(all: ReadonlyMap<string, Status>): void {
  [...there.keys()].filter((id) => !all.has(id)).forEach((id) => setPresence(id, 'offline'));
  all.forEach((status, id) => setPresence(id, status));
  knownAt = Date.now();
}

/** When presence was last known of everyone; 0 for never. */
export function peopleKnownAt(): number {
  return knownAt;
}

export function resetPeople(): void {
  people.value = [];
  loading = undefined;
  knownAt = 0;
  there.clear();
}

function put(id: string, status: Status): void {
  if (status === 'offline') there.delete(id);
  else there.set(id, status);
}
