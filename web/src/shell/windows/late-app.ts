// A link to an app that is not there, or not yet: apps that come at run time are known a moment after the desktop, on a
// slow network a long one.
import { watch } from 'vue';
import { asFailure } from '@/api/failure';
import { isDisabled, knownApp, type RegisteredApp } from '@/core/apps';
import { pick } from '@/core/i18n';
import { checkInstalled } from '@/core/market/check';
import { installedQuery } from '@/core/market/follow';
import { queryClient } from '@/core/query';
import { startServicesNow } from '@/core/services';
import { toast } from '@/core/toast';
import { t as shell } from '@/i18n';
import { appOfHash, hashOf } from './deeplink';
import { t } from './i18n';
import { frontApp, openApp } from './store';

/** So long an app has to become known that is not among the installed ones: it may come from elsewhere. */
const WAIT_MS = 6000;
/** A longer wait is told. */
const WORD_MS = 1500;
/** After so long a list that could not be had is asked for again. */
const AGAIN_MS = 10_000;

/** The apps that are waited for. */
const waiting = new Set<string>();

/** Opens an app as soon as it is known, or says why it does not open. */
export function openLate(name: string): void {
  // It may have come while this code was on its way.
  if (openApp(name)) return;
  if (knownApp(name)) return refuse(name);
  if (waiting.has(name)) return;
  waiting.add(name);
  startServicesNow();
  const begun = Date.now();
  let hasFailed = false;
  let closeWord: (() => void) | undefined;
  let timer = 0;
  const wordTimer = window.setTimeout(() => (closeWord = toast(t('window.waiting'), { ms: 0 })), WORD_MS);
  const stop = watch(
    () => knownApp(name),
    () => end(() => openApp(name) || refuse(name)),
  );
  const onHash = (): void => {
    if (!isWanted(name)) end(() => undefined);
  };
  window.addEventListener('hashchange', onHash);
  void ask();

  async function ask(): Promise<void> {
    try {
      // One that is listed is known as soon as the desktop follows the list.
      if (await isInstalled(name)) return;
      timer = window.setTimeout(() => end(() => refuse(name)), Math.max(0, begun + WAIT_MS - Date.now()));
    } catch (cause) {
      // Whoever has to sign in begins anew.
      if (asFailure(cause).status === 401) return end(() => undefined);
      if (!hasFailed && waiting.has(name)) fail();
      timer = window.setTimeout(() => void ask(), AGAIN_MS);
    }
    if (!waiting.has(name)) window.clearTimeout(timer);
  }

  function fail(): void {
    hasFailed = true;
    hush();
    toast(t('window.unread'), { kind: 'error', ms: 8000 });
  }

  function hush(): void {
    window.clearTimeout(wordTimer);
    closeWord?.();
  }

  function end(then: () => void): void {
    hush();
    window.clearTimeout(timer);
    window.removeEventListener('hashchange', onHash);
    stop();
    waiting.delete(name);
    // The member may have gone elsewhere meanwhile.
    if (isWanted(name)) then();
  }
}

function isWanted(name: string): boolean {
  return appOfHash(location.hash) === name;
}

/** Whether the server lists an app that the desktop can show. */
async function isInstalled(name: string): Promise<boolean> {
  const { apps } = await queryClient.fetchQuery(installedQuery);
  return apps.some((app) => app.name === name && checkInstalled(app));
}

/** Says why, and takes the address back to what is in front. */
function refuse(name: string): void {
  const app = knownApp(name);
  if (isWanted(name)) history.replaceState(history.state, '', frontApp.value ? hashOf(frontApp.value) : '#');
  toast(app?.App ? reason(app) : t('window.unknown', { name }), { kind: 'error' });
}

function reason({ name, partOf, title }: RegisteredApp): string {
  const said = { name: pick(title) };
  return isDisabled(partOf ?? name) ? shell('app.left', said) : t('app.staff', said);
}
