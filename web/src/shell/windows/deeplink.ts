// `#/app/<name>` names the front window, so that a link opens an app and Back closes a sheet. What
// follows the name, a path and perhaps a query, belongs to the app, see core/app-path.ts. On a phone
// Back takes a step back inside of the app before it leaves it; what lies over it closes before both,
// see core/overlays.ts.
import { onScopeDispose, watch } from 'vue';
import { appPath, noteFromStart, setAppPath } from '@/core/app-path';
import { backStep } from '@/core/back-step';
import { smallScreen } from '@/core/device';
import { locked } from '@/core/lock';
import { phase } from '@/core/session';
import { tellMissing } from '../lazy-part';
import { closeApp, frontApp, openApp } from './store';

/** The app that a hash names, empty when it names none. */
export function appOfHash(hash: string): string {
  return parse(hash)?.[1] ?? '';
}

function parse(hash: string): RegExpExecArray | null {
  return /^#\/app\/([a-z0-9_-]+)(?:\/|(?=\?)|$)([\w/%-]*(?:\?.*)?)$/.exec(hash);
}

/** Keeps hash and front window in step while the desktop is mounted. */
export function followHash(): void {
  window.addEventListener('hashchange', onHash);
  onScopeDispose(() => window.removeEventListener('hashchange', onHash));
  onHash();

  watch(frontApp, (name) => {
    const hash = name ? hashOf(name) : '#';
    if (appOfHash(location.hash) === name) return;
    // Opening a sheet adds a step to go back to; all else replaces.
    if (name && smallScreen.value) location.hash = hash;
    // What is open over it stays so, see core/overlays.ts; how its app came to the path is another app's.
    else history.replaceState({ ...history.state, fromStart: false }, '', hash);
  });
}

function onHash(): void {
  const name = appOfHash(location.hash);
  const path = parse(location.hash)?.[2] ?? '';
  const front = frontApp.value;
  if (phase.value === 'expired') {
    // The dialog over the desktop obeys it, see auth/ExpiredDialog.vue; what is open stays open.
    history.replaceState(null, '', front ? hashOf(front) : '#');
    return;
  }
  // For whoever is signed out: it closes nothing here.
  if (location.hash === '#/reset') return;
  if (locked.value && front) {
    // The Back of a phone closes nothing behind the curtain either.
    history.pushState(null, '', hashOf(front));
    return;
  }
  if (front && smallScreen.value && staysIn(front, name, path)) return;
  if (name && name === front && path && !appPath(name)) noteFromStart();
  if (name) setAppPath(name, path);
  if (name === front) return;
  if (name) {
    if (!openApp(name)) void import('./late-app').then(({ openLate }) => openLate(name)).catch(tellMissing);
  } else if (smallScreen.value && frontApp.value) {
    // The Back button of a phone closes the sheet.
    closeApp(frontApp.value);
  }
}

/** Whether a step back led to a step inside of the front app instead of leaving it, or its path. */
function staysIn(front: string, name: string, path: string): boolean {
  const leavesPath = name === front && path === '' && appPath(front) !== '';
  if (name && !leavesPath) return false;
  const step = backStep(front);
  if (!step || (leavesPath && step.leavesPath)) return false;
  // The app is entered again first: from there it may go elsewhere.
  history.pushState(null, '', hashOf(front));
  if (leavesPath) noteFromStart();
  step.run();
  return true;
}

/** The address of an app where it stands. */
export function hashOf(app: string): string {
  const path = appPath(app);
  return `#/app/${app}${path ? `/${path}` : ''}`;
}
