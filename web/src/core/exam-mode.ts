// The exam that one's class sits: the class's own or the whole portal's. Read from the server at first, when it was
// changed, after a lost connection and when one is over. Not in the first load: whoever needs it is a chunk of its own.
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue';
import { api, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import type { Language } from './i18n';
import { subscribe } from './live';
import { onGap } from './live/on-gap';
import { myRole } from './roles';
import { phase } from './session';
import { formatMoment, formatTime, serverNow, todayText } from './time';

/** From when until when an exam is held, in ms. */
export interface Exam {
  from: number;
  until: number;
}

/** The times are looked at so often at least: the clock may be corrected, and a device may sleep. */
const LOOK_MS = 60_000;
/** After a change each server has read it anew within this time. */
const SETTLED_MS = 5000;
/** Within this time after the end all desktops ask whether another exam follows. */
const SPREAD_MS = 10_000;
/** So long before its beginning an exam is told of. */
export const SOON_MS = 10 * 60_000;

/** What the server said last: the exam that is on, or the next one. */
const known = shallowRef<Exam | null>(null);
const now = ref(0);
const running = computed(() => (known.value && isOn(known.value, now.value) ? known.value : null));
const coming = computed(() => (known.value && known.value.from > now.value ? known.value : null));
/** Number of the newest reading: an older answer that comes after it is dropped. */
let readings = 0;
let hasFailed = false;
let users = 0;
let timer = 0;
let again = 0;
let stops: (() => void)[] = [];

/** Whether an exam is on at a moment. */
export function isOn({ from, until }: Exam, at: number): boolean {
  return from <= at && at < until;
}

/** Until when the exam is on, as people read it; with the day unless that is today. */
export function examTime(at: number, today: number, language: Language): string {
  const date = new Date(at);
  return todayText(date) === todayText(new Date(today)) ? formatTime(date) : formatMoment(date, language);
}

/** The exam that is on now, for everybody; null while there is none. To be called inside an effect scope. */
export function useExam(): ComputedRef<Exam | null> {
  use();
  return running;
}

/** The exam that has not begun; null while one is on or none is planned. To be called inside an effect scope. */
export function useComingExam(): ComputedRef<Exam | null> {
  use();
  return coming;
}

function use(): void {
  if (users++ === 0) follow();
  onScopeDispose(() => {
    if (--users === 0) stop();
  });
}

/** The same for what is closed meanwhile: null for class admins and admins, to whom nothing is closed. */
export function useClosingExam(): ComputedRef<Exam | null> {
  const exam = useExam();
  return computed(() => (myRole.value === 'admin' ? null : exam.value));
}

/** Reads anew whether an exam is on, after a refusal that says so. */
export function refreshExam(): void {
  if (users > 0) read();
}

function follow(): void {
  const before = readings;
  stops = [
    subscribe('exam_mode_changed', () => {
      read();
      // This server may not have heard of a change that another one has told.
      window.clearTimeout(again);
      again = window.setTimeout(read, SETTLED_MS);
    }),
    onGap(read, { alsoIf: () => hasFailed }),
    watch(phase, (is) => is === 'member' && read()),
  ];
  if (readings === before) read();
}

function stop(): void {
  stops.forEach((end) => end());
  window.clearTimeout(timer);
  window.clearTimeout(again);
  readings += 1;
  known.value = null;
}

function read(): void {
  const reading = ++readings;
  hasFailed = false;
  send(api.GET('/api/user/exam-mode')).then(
    ({ from, until }) => {
      if (reading !== readings) return;
      known.value = from && until ? { from: Date.parse(from), until: Date.parse(until) } : null;
      look();
    },
    // The next connection asks again.
    (cause: unknown) => {
      asFailure(cause);
      hasFailed = true;
    },
  );
}

/** Looks whether the exam has begun or ended, and again when it will. */
function look(): void {
  window.clearTimeout(timer);
  now.value = serverNow();
  if (!known.value) return;
  const { from, until } = known.value;
  if (until <= now.value) {
    known.value = null;
    timer = window.setTimeout(read, 1000 + Math.random() * SPREAD_MS);
    return;
  }
  const next = from > now.value ? from : until;
  timer = window.setTimeout(look, Math.min(next - now.value, LOOK_MS));
}
