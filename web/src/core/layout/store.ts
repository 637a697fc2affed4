// The layout on screen, and how changes reach the server: kept on this device at once, sent after a
// moment, checked against the revision they were made from. Two devices never overwrite each other
// silently: when both changed the layout, `conflict` is set and the member chooses.
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { ApiFailure, asFailure } from '@/api/failure';
import type { Settings } from '@/api/types';
import { t } from '@/i18n';
import { serverOffline } from '../connection';
import { warnBeforeLeaving } from '../leaving';
import { putSettings, saveSettings, setSettings, useSettings } from '../preferences';
import { myRole } from '../roles';
import { phase, user } from '../session';
import { readPersonal, writePersonal } from '../storage';
import { readDocument, record, sameDocument, storable, withSteps, type LayoutDocument } from './document';
import { keepLayout, restorePast } from './history';

interface Draft {
  document: LayoutDocument;
  /** What the server had when the draft was begun. */
  base: unknown;
  /** Null once the member has chosen to overwrite; the server keeps what is overwritten unseen. */
  revision: number | null;
  /** What was sent first and never answered: the server may have it all the same. */
  unanswered?: unknown;
}

const DRAFT_KEY = 'layout-draft';
const CALM_MS = 800;
const RETRY_MS = 15_000;

const draft = shallowRef<Draft | null>(null);
const server = shallowRef<Settings | undefined>();
/** The other device's settings, while the member has to choose between two layouts. */
export const conflict = shallowRef<Settings | null>(null);
/** Why the last attempt to save failed, null when all is well. */
export const saveFailure = shallowRef<ReturnType<typeof asFailure> | null>(null);
/** Whether unsaved changes would outlive this page; not where the device's storage is full. */
export const keptHere = ref(true);
/** True while there are changes that the server does not have. */
export const unsaved = computed(() => draft.value !== null);

/**
 * Whether the first steps of the class are part of its default for whoever runs it. Only looked up once, when the
 * desktop opens: what is done meanwhile takes nothing from the screen.
 */
export const stepsOpen = ref(false);
/** The class default, or the built-in one where null. */
const usual = computed(() => {
  const chosen = server.value?.default_layout;
  return stepsOpen.value && myRole.value === 'admin' ? withSteps(readDocument(null, chosen)) : chosen;
});

/** The layout on screen: unsaved changes first, then the server's, then the class default. */
export const layout = computed(() => readDocument(draft.value?.document ?? server.value?.desktop_layout, usual.value));

let timer = 0;
let sending = false;
let held = false;
const ready = ref(false);

/** Follows the settings while the desktop is mounted; to be called in its `setup`. */
export function followLayout(): void {
  const { data } = useSettings();
  ready.value = false;
  draft.value = readDraft();
  onScopeDispose(warnBeforeLeaving(() => (unsaved.value ? t('layout.leaving') : '')));
  watch(
    data,
    (settings) => {
      server.value = settings;
      if (settings && !ready.value) {
        ready.value = true;
        stepsOpen.value = !layout.value.steps_done;
        if (draft.value) schedule(0);
      }
    },
    { immediate: true },
  );
  // Back from an hour without a server, or from the login over an expired session.
  watch([serverOffline, phase], () => {
    if (draft.value && !serverOffline.value && phase.value === 'member') schedule(0);
  });
}

/** Changes the layout on screen now and on the server soon. */
export function changeLayout(change: (document: LayoutDocument) => LayoutDocument): void {
  const before = layout.value;
  const next = change(before);
  if (next === before) return;
  const stored = server.value?.desktop_layout;
  const document = storable(next, stored, usual.value);
  // Back where it was, by a cancelled drag or an undo: there is nothing to save.
  if (!sending && sameDocument(document, { pages: [], ...record(stored) })) {
    dropDraft();
    return;
  }
  const { base, revision, unanswered } = draft.value ?? { base: stored ?? null, revision: server.value?.revision ?? 0 };
  draft.value = { document, base, revision, unanswered };
  // Not for each step of a moving finger.
  if (!held) keepDraft();
  schedule(CALM_MS);
}

/** Uses a replaced layout again; the present one takes its place among the replaced. */
export async function restoreLayout(id: string): Promise<void> {
  // What is not saved yet would be nowhere.
  if (draft.value) await save();
  if (draft.value) throw saveFailure.value ?? new ApiFailure(409, '');
  setSettings(await restorePast(id, server.value?.revision));
}

/** Waits with saving while a finger is down; `false` saves what has gathered. */
export function holdSaving(hold: boolean): void {
  held = hold;
  if (hold || !draft.value) return;
  keepDraft();
  schedule(CALM_MS);
}

/** Ends a conflict with the layout of this device; the server keeps the other one. */
export function keepMine(): void {
  const other = conflict.value;
  const mine = draft.value;
  conflict.value = null;
  if (!other || !mine) return;
  setSettings(other);
  draft.value = { document: mine.document, base: other.desktop_layout ?? null, revision: null };
  schedule(0);
}

/** Ends a conflict with the other device's layout, once the server has kept the one of this device. */
export async function takeTheirs(): Promise<void> {
  const other = conflict.value;
  if (draft.value) await keepLayout(draft.value.document);
  conflict.value = null;
  dropDraft();
  if (other) setSettings(other);
}

/** Gives up unsaved changes; answers them, so that giving up can be undone. */
export function dropChanges(): LayoutDocument | undefined {
  const dropped = draft.value?.document;
  dropDraft();
  return dropped;
}

/** Forgets everything of this member; called when the desktop closes. */
export function closeLayout(): void {
  window.clearTimeout(timer);
  held = false;
  keptHere.value = true;
  draft.value = null;
  server.value = undefined;
  conflict.value = null;
  saveFailure.value = null;
}

/** Sends at once; used when the page is about to go. */
export function saveNow(): void {
  if (draft.value) schedule(0);
}

function schedule(ms: number): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void save(), ms);
}

async function save(): Promise<void> {
  const current = draft.value;
  if (!current || sending || held || conflict.value || phase.value !== 'member') return;
  const whose = user.value?.user_id;
  sending = true;
  try {
    const saved = await putSettings({ desktop_layout: wire(current), revision: current.revision ?? undefined });
    saveFailure.value = null;
    setSettings(saved);
    // Changed again while it was under way: the next save starts from what the server has now.
    if (draft.value === current) dropDraft();
    else rebase(saved);
  } catch (cause) {
    // Who has left is asked nothing, and whoever came since has another layout.
    if (draft.value && user.value?.user_id === whose) failed(cause, current);
  } finally {
    sending = false;
    if (draft.value && !conflict.value && !saveFailure.value) schedule(CALM_MS);
  }
}

function failed(cause: unknown, sent: Draft): void {
  const failure = asFailure(cause);
  const current = failure.status === 409 ? (record(failure.data) as Partial<Settings>) : null;
  if (current && typeof current.revision === 'number') {
    const theirs = current.desktop_layout ?? null;
    // The revision counts all settings: a change of theme elsewhere is no conflict of layouts.
    if ([sent.base, sent.document, sent.unanswered ?? null].some((mine) => sameDocument(theirs, mine))) {
      saveFailure.value = null;
      rebase(current as Settings);
    } else {
      conflict.value = current as Settings;
    }
    return;
  }
  saveFailure.value = failure;
  if (draft.value && isOpen(failure.status)) {
    draft.value = { ...draft.value, unanswered: draft.value.unanswered ?? sent.document };
    keepDraft();
  }
  // A refused document stays refused; all else is tried again.
  if (failure.status !== 400 && failure.status !== 413)
    schedule(failure.retryAfter ? failure.retryAfter * 1000 : RETRY_MS);
}

function rebase(settings: Settings): void {
  const current = draft.value;
  if (!current) return;
  setSettings(settings);
  draft.value = { document: current.document, base: settings.desktop_layout ?? null, revision: settings.revision };
  keepDraft();
}

function keepDraft(): void {
  keptHere.value = writePersonal(DRAFT_KEY, draft.value);
}

function dropDraft(): void {
  draft.value = null;
  saveFailure.value = null;
  keptHere.value = true;
  writePersonal(DRAFT_KEY, null);
}

/** Whether a failure leaves open what the server has done. */
function isOpen(status: number): boolean {
  return status === 0 || status >= 500;
}

function readDraft(): Draft | null {
  const { document, base, revision, unanswered } = record(readPersonal(DRAFT_KEY));
  if (!Array.isArray(record(document).pages)) return null;
  if (typeof revision !== 'number' && revision !== null) return null;
  return { document: document as LayoutDocument, base: base ?? null, revision, unanswered };
}

// The generated type of a free-form object is an empty one.
function wire(current: Draft): Parameters<typeof saveSettings>[0]['desktop_layout'] {
  return current.document as unknown as Record<string, never>;
}
