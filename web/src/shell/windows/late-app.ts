// A link to an app that is not there, or not yet: apps that come at run time are known a moment after the desktop.
import { watch } from 'vue';
import { isDisabled, knownApp, type RegisteredApp } from '@/core/apps';
import { pick } from '@/core/i18n';
import { startServicesNow } from '@/core/services';
import { toast } from '@/core/toast';
import { t as shell } from '@/i18n';
import { t } from './i18n';
import { openApp } from './store';

/** So long an app has to become known. */
const WAIT_MS = 6000;

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
  const timer = window.setTimeout(() => end(() => refuse(name)), WAIT_MS);
  const stop = watch(
    () => knownApp(name),
    () => end(() => openApp(name) || refuse(name)),
  );
  function end(then: () => void): void {
    window.clearTimeout(timer);
    stop();
    waiting.delete(name);
    // The member may have gone elsewhere meanwhile.
    if (location.hash.split('/')[2] === name) then();
  }
}

function refuse(name: string): void {
  const app = knownApp(name);
  toast(app?.App ? reason(app) : t('window.unknown', { name }), { kind: 'error' });
}

function reason({ name, partOf, title }: RegisteredApp): string {
  const said = { name: pick(title) };
  return isDisabled(partOf ?? name) ? shell('app.off', said) : t('app.staff', said);
}
