// What there is to see of notices: the one on the island, and how many nobody has looked at. Apart from what brings
// them, core/notify.ts, because the first picture has no more than a bell.
import { computed, ref, shallowRef } from 'vue';
import { readPersonal } from './storage';

export type Priority = 'low' | 'normal' | 'urgent';
/** What stands out in colour and icon; the title says the same in words. */
export type Emphasis = 'important' | 'urgent';

export interface NoticeInput {
  title: string;
  text?: string;
  priority?: Priority;
  emphasis?: Emphasis;
  /** The app it comes from; a tap opens it. */
  app?: string;
  action?: { label: string; run: () => void };
  /** How long the island shows it, instead of 2, 3 or 5 seconds by priority; 0 until it is closed. */
  ms?: number;
  /** Told twice, something with the same key is one notice. */
  key?: string;
  /** What it is about: the island shows the newest of several, not one after the other. */
  topic?: string;
  /** When it happened, if not now. */
  at?: number;
  /** Somebody has seen it elsewhere: it goes to the history alone. */
  silent?: boolean;
  /** The inbox of the member keeps it, so the history of this device does not. */
  isKept?: boolean;
  /** Called once, when somebody can see it. */
  onShown?: () => void;
  /** Called whenever somebody looks at it in the history. */
  onRead?: () => void;
}

export interface Notice extends NoticeInput {
  id: string;
  priority: Priority;
  ms: number;
  at: number;
  seen: boolean;
}

/** What the island shows now. */
export const notice = shallowRef<Notice | null>(null);
/** Newest first, for as long as this page lives. */
export const noticeHistory = shallowRef<readonly Notice[]>([]);
/** Only urgent notices show while this is on. */
export const doNotDisturb = ref(readPersonal('quiet') === true);
/** How many notices nobody has looked at. */
export const unseenCount = computed(() => noticeHistory.value.filter((entry) => !entry.seen).length);
