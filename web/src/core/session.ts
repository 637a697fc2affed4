// Who is here. The boot sequence finds out, login and register set it, any 401 ends it.
import { computed, ref, shallowRef } from 'vue';
import { api, onFailure, send } from '@/api/client';
import { ApiFailure, asFailure, isSessionLoss } from '@/api/failure';
import type { Session, UserInfo } from '@/api/types';
import { forgetClassLock, setClassLock } from './class-lock';
import { queryClient } from './query';
import { claimPersonal, wipePersonal, writeDevice } from './storage';
import { hearTabs, tellTabs, type TabNews } from './tabs';

/**
 * `expired` keeps the desktop mounted behind an opaque sign-in, so that nothing typed is lost;
 * `stuck` means that the boot sequence itself failed (`bootFailure` says why).
 */
export type Phase = 'starting' | 'stuck' | 'setup' | 'guest' | 'member' | 'expired' | 'banned';

export const phase = ref<Phase>('starting');
export const bootFailure = shallowRef<ApiFailure | null>(null);
/** The failure that carries the ban, while phase is `banned`. */
export const banFailure = shallowRef<ApiFailure | null>(null);
/** Why nobody is signed in any more, for the sign-in page; empty when that needs no word. */
export type Farewell = '' | 'signed_out' | 'other_tab' | 'idle' | 'ended';
export const farewell = ref<Farewell>('');
/** Whether others use this computer after the member: its session is short, and it keeps nothing of theirs. */
export const sharedComputer = ref(false);
/** The newest event when the session was answered: whatever this page has read since includes it. */
export let sessionEventSeq = 0;
const current = shallowRef<UserInfo | null>(null);
/** Whose desktop this page has shown last. Their words may still be in its memory. */
let lastShown = '';

/** The signed-in member, null for guests. */
export const user = computed(() => current.value);

/** Listens for lost sessions and bans on every call, and to the other tabs; called once by main. */
export function startSession(): void {
  hearTabs(obeyTabs);
  onFailure((failure) => {
    const inside = phase.value === 'member';
    if (inside && isSessionLoss(failure)) lose();
    if (failure.ban && (inside || phase.value === 'starting' || phase.value === 'banned')) {
      banFailure.value = failure;
      phase.value = 'banned';
    }
  });
}

/** What is half written waits for its owner, but not where others come next. */
function lose(): void {
  if (sharedComputer.value) leave('ended');
  else phase.value = 'expired';
}

/** Finds out whether to show the wizard, the login or the desktop. */
export async function boot(): Promise<void> {
  phase.value = 'starting';
  try {
    await checkStatus();
    if (phase.value !== 'starting' || current.value) return;
    // Asked only when nobody is signed in: a portal with a member is set up.
    phase.value = (await isInitialized()) ? 'guest' : 'setup';
  } catch (cause) {
    bootFailure.value = asFailure(cause);
    phase.value = 'stuck';
  }
}

/** Takes the answer of login and register. */
export function enter(session: Session): void {
  const { user_info: next } = session;
  tellTabs({ entered: next.user_id });
  if (lastShown !== '' && lastShown !== next.user_id) {
    // Someone else, in a page that still has the first person's words in its memory.
    wipePersonal();
    location.reload();
    return;
  }
  const returning = phase.value === 'expired';
  begin(session);
  // The next one to sign in here finds it chosen.
  writeDevice('shared', sharedComputer.value ? '1' : null);
  if (returning) void queryClient.invalidateQueries();
}

/** Another tab has changed the session that all tabs share. */
function obeyTabs(news: TabNews): void {
  if ('left' in news) {
    if (current.value) leave('other_tab');
  } else if (current.value && current.value.user_id !== news.entered) {
    location.reload();
  } else if (phase.value === 'guest') {
    void boot();
  } else if (phase.value === 'expired') {
    // Whoever is signed in again there goes on here too.
    void checkStatus()
      .then(() => queryClient.invalidateQueries())
      .catch(() => undefined);
  }
}

/** Replaces the shown member after a change of the profile. */
export function updateUser(next: UserInfo): void {
  current.value = next;
}

/** Asks whether a ban is over: then the desktop is back, without a tap. */
export async function recheckBan(): Promise<void> {
  try {
    begin(await send(api.GET('/api/auth/check-status')));
    banFailure.value = null;
  } catch (cause) {
    // The ban holds, or the server is away: it is asked again later.
    if (asFailure(cause).status === 401) leave('ended');
  }
}

/** Ends the session in all tabs and wipes everything personal from this device. */
export async function signOut(): Promise<void> {
  await endSession('signed_out');
}

const signOutHooks = new Set<() => void>();
/** So long a frame of another process has to hear of it, before the desktop goes with it. */
const HEARD_MS = 50;

/** Calls the hook when the member signs out here, while the desktop still stands; answers what ends that. */
export function beforeSignOut(hook: () => void): () => void {
  signOutHooks.add(hook);
  return () => signOutHooks.delete(hook);
}

async function endSession(why: Farewell): Promise<void> {
  await send(api.POST('/api/auth/logout'));
  if (signOutHooks.size > 0) {
    signOutHooks.forEach((hook) => hook());
    await new Promise((heard) => setTimeout(heard, HEARD_MS));
  }
  leave(why);
  tellTabs({ left: true });
}

/** Gives up an expired session, or one whose server is away, and shows the plain login. */
export function forget(): void {
  leave('');
  tellTabs({ left: true });
}

/** Signs out; where the server is away, this device forgets the session all the same. */
export async function signOutHere(why: Farewell = 'signed_out'): Promise<void> {
  try {
    await endSession(why);
  } catch (cause) {
    if (asFailure(cause).status !== 0) throw cause;
    forget();
  }
}

/** The desktop is unmounted by the change of the phase. */
function leave(why: Farewell): void {
  farewell.value = why;
  queryClient.clear();
  wipePersonal();
  forgetClassLock();
  current.value = null;
  sharedComputer.value = false;
  banFailure.value = null;
  location.hash = '';
  phase.value = 'guest';
}

/** Remembers that the wizard is done and shows the login or registration. */
export function setupDone(): void {
  phase.value = 'guest';
}

async function checkStatus(): Promise<void> {
  try {
    begin(await send(api.GET('/api/auth/check-status')));
  } catch (cause) {
    const failure = asFailure(cause);
    // 401 is the normal answer for a guest; a ban has set its own phase.
    if (failure.status !== 401 && !failure.ban) throw failure;
  }
}

/** The lock first: what it hides is never shown, not even for a moment. */
function begin(session: Session): void {
  const { user_info: member, screens_locked: screensLocked, shared_computer: shared } = session;
  sessionEventSeq = session.event_seq ?? 0;
  sharedComputer.value = shared === true;
  claimPersonal(member.user_id, sharedComputer.value ? 'shared' : 'own');
  setClassLock(screensLocked);
  lastShown = member.user_id;
  farewell.value = '';
  current.value = member;
  phase.value = 'member';
}

async function isInitialized(): Promise<boolean> {
  const { initialized } = await send(api.GET('/api/setup/status'));
  return initialized;
}
