// `#/app/<name>` names the front window, so that a link opens an app and Back closes a sheet. What
// follows the name belongs to the app, see core/app-path.ts.
import { onScopeDispose, watch } from 'vue';
import { appPath, setAppPath } from '@/core/app-path';
import { smallScreen } from '@/core/device';
import { toast } from '@/core/toast';
import { t } from '@/i18n';
import { closeApp, frontApp, openApp } from './store';

/** The app that a hash names, empty when it names none. */
export function appOfHash(hash: string): string {
  return parse(hash)?.[1] ?? '';
}

function parse(hash: string): RegExpExecArray | null {
  return /^#\/app\/([a-z0-9_-]+)(?:\/([\w/%-]*))?$/.exec(hash);
}

/** Keeps hash and front window in step while the desktop is mounted. */
export function followHash(): void {
  window.addEventListener('hashchange', onHash);
  onScopeDispose(() => window.removeEventListener('hashchange', onHash));
  onHash();

  watch(frontApp, (name) => {
    const path = appPath(name);
    const hash = name ? `#/app/${name}${path ? `/${path}` : ''}` : '#';
    if (appOfHash(location.hash) === name) return;
    // Opening a sheet adds a step to go back to; all else replaces.
    if (name && smallScreen.value) location.hash = hash;
    else history.replaceState(null, '', hash);
  });
}

function onHash(): void {
  const name = appOfHash(location.hash);
  if (name) setAppPath(name, parse(location.hash)?.[2] ?? '');
  if (name === frontApp.value) return;
  if (name) {
    if (!openApp(name)) toast(t('window.unknown', { name }), { kind: 'error' });
  } else if (smallScreen.value && frontApp.value) {
    // The Back button of a phone closes the sheet.
    closeApp(frontApp.value);
  }
}
