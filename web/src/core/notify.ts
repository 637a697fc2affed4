// Notices of the portal: one queue for the island at the top of the screen, and a history. Urgent
// ones come first and get through while the island is quiet; the rest waits its turn or goes to the history.
import { computed, onScopeDispose, shallowReactive, shallowRef } from 'vue';
import { newId } from './ids';
import { doNotDisturb, notice, noticeHistory, type Notice, type NoticeInput, type Priority } from './notices';
import { readPersonal, writePersonal } from './storage';

export { doNotDisturb, notice, noticeHistory, unseenCount } from './notices';
export type * from './notices';

const SHOWN_MS: Readonly<Record<Priority, number>> = { low: 4000, normal: 6000, urgent: 8000 };
const RANK: Readonly<Record<Priority, number>> = { low: 0, normal: 1, urgent: 2 };
const KEPT = 50;
const MAX_WAITING = 20;

/** Why the island may be quiet by itself, which does the same as "do not disturb". What is named first is told. */
const QUIET_REASONS = ['exam', 'lesson', 'hours'] as const;
export type QuietReason = (typeof QUIET_REASONS)[number];

/** The reasons that hold, each with the time of the clock at which it ends, or empty. */
const quiet = shallowReactive(new Map<QuietReason, string>());
/** Why the island is quiet by itself; undefined while it is not. */
export const quietReason = computed(() => QUIET_REASONS.find((reason) => quiet.has(reason)));
/** Until when, as `HH:MM` at school; empty where that was not said. */
export const quietUntil = computed(() => (quietReason.value && quiet.get(quietReason.value)) ?? '');

/** What the island shows afterwards. */
const waiting = shallowRef<readonly Notice[]>([]);
/** How many wait behind what the island shows. */
export const waitingCount = computed(() => waiting.value.length);

const shown = new Set<string>();
let timer = 0;

/** Brings a notice to the island and the history. Answers its id. */
export function notify(input: NoticeInput): string {
  const told = input.key && noticeHistory.value.find((entry) => entry.key === input.key);
  if (told) return told.id;
  const priority = input.priority ?? 'normal';
  const ms = input.ms ?? SHOWN_MS[priority];
  const entry: Notice = {
    ...input,
    id: newId(),
    priority,
    ms,
    at: input.at ?? Date.now(),
    seen: input.silent === true,
  };
  if (!input.isKept) noticeHistory.value = [entry, ...noticeHistory.value].slice(0, KEPT);
  const isQuiet = doNotDisturb.value || quietReason.value !== undefined;
  if (input.silent || (isQuiet && priority !== 'urgent')) return entry.id;
  const current = notice.value;
  if (entry.topic) waiting.value = waiting.value.filter(({ topic }) => topic !== entry.topic);
  if (current && entry.topic && current.topic === entry.topic) {
    show(entry);
  } else if (current && RANK[priority] > RANK[current.priority]) {
    // The interrupted one comes back after the urgent one.
    waiting.value = [current, ...waiting.value];
    show(entry);
  } else if (current) {
    const all = [...waiting.value, entry].sort((a, b) => RANK[b.priority] - RANK[a.priority]);
    waiting.value = all.slice(0, MAX_WAITING);
  } else {
    show(entry);
  }
  return entry.id;
}

/** Closes what the island shows, or takes a waiting notice back; the history keeps it. */
export function dismissNotice(id: string): void {
  waiting.value = waiting.value.filter((entry) => entry.id !== id);
  if (notice.value?.id === id) next();
}

/** Closes a notice that the member has read. */
export function closeNotice(id: string): void {
  dismissNotice(id);
  noticeHistory.value = noticeHistory.value.map((entry) => (entry.id === id ? { ...entry, seen: true } : entry));
}

/** Keeps the present notice on screen while someone points at it. */
export function holdNotice(hold: boolean): void {
  window.clearTimeout(timer);
  const current = notice.value;
  if (!hold && current && current.ms > 0) timer = window.setTimeout(next, current.ms);
}

/** Takes back what the server has taken back: it leaves the island and the history. */
export function takeBackNotice(key: string): void {
  const told = noticeHistory.value.find((entry) => entry.key === key);
  if (!told) return;
  dismissNotice(told.id);
  noticeHistory.value = noticeHistory.value.filter((entry) => entry !== told);
}

/** The island or the history has shown a notice. */
export function tellShown(entry: Notice): void {
  if (!entry.onShown || shown.has(entry.id)) return;
  shown.add(entry.id);
  entry.onShown();
}

/** Everything in the history has been looked at. */
export function markSeen(): void {
  noticeHistory.value.forEach((entry) => {
    tellShown(entry);
    entry.onRead?.();
  });
  noticeHistory.value = noticeHistory.value.map((entry) => (entry.seen ? entry : { ...entry, seen: true }));
}

/** Empties the history. */
export function clearNotices(): void {
  noticeHistory.value = [];
}

/** Turns "do not disturb" on or off; what waits goes to the history only. */
export function setDoNotDisturb(on: boolean): void {
  doNotDisturb.value = on;
  writePersonal('quiet', on);
  if (on) keepUrgent();
}

/**
 * Says that a reason to be quiet begins or ends; with its beginning, what waits goes to the history only. `until` is the
 * time of the clock at which it will end.
 */
export function setQuiet(reason: QuietReason, on: boolean, until = ''): void {
  const begins = on && !quiet.has(reason);
  if (on) quiet.set(reason, until);
  else quiet.delete(reason);
  if (begins) keepUrgent();
}

/** Begins with what the member has chosen, and forgets everything when the effect scope ends. */
export function followNotices(): void {
  doNotDisturb.value = readPersonal('quiet') === true;
  onScopeDispose(resetNotices);
}

/** Forgets everything; called when someone else signs in. */
export function resetNotices(): void {
  shown.clear();
  window.clearTimeout(timer);
  waiting.value = [];
  notice.value = null;
  noticeHistory.value = [];
  quiet.clear();
  doNotDisturb.value = readPersonal('quiet') === true;
}

/** What is not urgent leaves the island. */
function keepUrgent(): void {
  waiting.value = waiting.value.filter((entry) => entry.priority === 'urgent');
  if (notice.value && notice.value.priority !== 'urgent') next();
}

function show(entry: Notice): void {
  window.clearTimeout(timer);
  notice.value = entry;
  if (entry.ms > 0) timer = window.setTimeout(next, entry.ms);
}

function next(): void {
  window.clearTimeout(timer);
  const [entry, ...rest] = waiting.value;
  waiting.value = rest;
  if (entry) show(entry);
  else notice.value = null;
}
