// Who is there, as it is told. What is told may be a part: a greeting names at most 200, of a whole
// school that comes at once each class hears its own, and a poll brings nothing of it. Then the list
// of people, which knows everyone, is read anew: while the chat is open before somebody's eyes, soon,
// but not by all pages at once, and at most once a minute.
import { watch } from 'vue';
import { liveState, type Frame } from '@/core/live';
import { me } from './me';
import { peopleKnownAt, readPeople, setAllPresent, setPresence, statusFrom, STATUSES } from './people';

const SOON_MS = 2_000;
const SPREAD_MS = 8_000;
const DOUBTFUL_MS = 60_000;
/** A class nobody of which came or went hears nothing at all of the others. */
const TOLD_MS = 5 * 60_000;

let watching = 0;
let timer = 0;
let askedAt = 0;
let doubtful = false;

/** Keeps presence right while the chat is open; answers what ends it. */
export function watchPresence(): () => void {
  watching += 1;
  const stop = watch(liveState, plan, { immediate: true });
  document.addEventListener('visibilitychange', plan);
  return () => {
    watching -= 1;
    stop();
    document.removeEventListener('visibilitychange', plan);
    plan();
  };
}

/** A connection greets with who is there. */
export function greeted({ users, online_count }: Frame<'connected'>): void {
  const named = new Map(users.map(({ user_id: id, status }) => [id, statusFrom(status)]));
  if (online_count > named.size) {
    named.forEach((status, id) => setPresence(id, status));
    return doubt();
  }
  setAllPresent(named);
  doubtful = false;
  plan();
}

/** One came, went, or says otherwise how they are there. */
export function changed(frame: Frame<'user_online' | 'user_offline' | 'user_status_change'>): void {
  if (frame.type === 'user_status_change') setPresence(frame.user_id, statusFrom(frame.status));
  else setPresence(frame.user_id, frame.type === 'user_online' ? 'online' : 'offline');
}

/** Many did at once. */
export function gathered(frame: Frame<'presence'>): void {
  const told = STATUSES.flatMap((status) => frame[status].map((id) => ({ id, status })));
  told.forEach(({ id, status }) => setPresence(id, status));
  // Nobody of another class: they may have come and gone unheard.
  if (told.every(({ id }) => classOf(id) === classOf(me()))) doubt();
}

export function resetPresence(): void {
  askedAt = 0;
  doubtful = false;
}

function doubt(): void {
  if (doubtful) return;
  doubtful = true;
  plan();
}

function plan(): void {
  window.clearTimeout(timer);
  const isPolling = liveState.value === 'polling';
  if (watching === 0 || document.hidden || !(isPolling || liveState.value === 'live')) return;
  const lasts = doubtful || isPolling ? DOUBTFUL_MS : TOLD_MS;
  // A greeting that is a part is no answer; asking is, and that includes asking in vain.
  const since = doubtful ? askedAt : Math.max(askedAt, peopleKnownAt());
  const wait = Math.max(since + lasts - Date.now(), SOON_MS) + Math.random() * SPREAD_MS;
  timer = window.setTimeout(() => void ask(), wait);
}

async function ask(): Promise<void> {
  askedAt = Date.now();
  doubtful = false;
  await readPeople().catch(() => {
    doubtful = true;
  });
  plan();
}

/** Digits 3 and 4 of a user ID. */
function classOf(id: string): string {
  return id.slice(2, 4);
}
