// Who is here. The boot sequence finds out, login and register set it, any 401 ends it.
import { computed, ref, shallowRef } from 'vue';
import { api, onFailure, send } from '@/api/client';
import { ApiFailure, asFailure, isSessionLoss } from '@/api/failure';
import type { Session, UserInfo } from '@/api/types';
import { forgetClassLock, setClassLock } from './class-lock';
import { queryClient } from './query';
import { wipePersonal } from './storage';

/**
 * `expired` keeps the desktop mounted under a login dialog, so that nothing typed is lost;
 * `stuck` means that the boot sequence itself failed (`bootFailure` says why).
 */
export type Phase = 'starting' | 'stuck' | 'setup' | 'guest' | 'member' | 'expired' | 'banned';

export const phase = ref<Phase>('starting');
export const bootFailure = shallowRef<ApiFailure | null>(null);
/** The failure that carries the ban, while phase is `banned`. */
export const banFailure = shallowRef<ApiFailure | null>(null);
const current = shallowRef<UserInfo | null>(null);

/** The signed-in member, null for guests. */
export const user = computed(() => current.value);

/** Listens for lost sessions and bans on every call; called once by main. */
export function startSession(): void {
  onFailure((failure) => {
    const inside = phase.value === 'member';
    if (inside && isSessionLoss(failure)) phase.value = 'expired';
    if (failure.ban && (inside || phase.value === 'starting')) {
      banFailure.value = failure;
      phase.value = 'banned';
    }
  });
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
export function enter({ user_info: next, screens_locked: screensLocked }: Session): void {
  const previous = current.value;
  if (phase.value === 'expired' && previous && previous.user_id !== next.user_id) {
    // Someone else signed in over a desktop that still shows the first person's data.
    wipePersonal();
    location.reload();
    return;
  }
  const returning = phase.value === 'expired';
  begin(next, screensLocked);
  if (returning) void queryClient.invalidateQueries();
}

/** Replaces the shown member after a change of the profile. */
export function updateUser(next: UserInfo): void {
  current.value = next;
}

/** Ends the session and wipes everything personal from this device. */
export async function signOut(): Promise<void> {
  await send(api.POST('/api/auth/logout'));
  forget();
}

/** Gives up an expired session and shows the plain login. */
export function forget(): void {
  queryClient.clear();
  wipePersonal();
  forgetClassLock();
  current.value = null;
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
    const { user_info, screens_locked } = await send(api.GET('/api/auth/check-status'));
    begin(user_info, screens_locked);
  } catch (cause) {
    const failure = asFailure(cause);
    // 401 is the normal answer for a guest; a ban has set its own phase.
    if (failure.status !== 401 && !failure.ban) throw failure;
  }
}

/** The lock first: what it hides is never shown, not even for a moment. */
function begin(member: UserInfo, screensLocked: boolean): void {
  setClassLock(screensLocked);
  current.value = member;
  phase.value = 'member';
}

async function isInitialized(): Promise<boolean> {
  const { initialized } = await send(api.GET('/api/setup/status'));
  return initialized;
}
