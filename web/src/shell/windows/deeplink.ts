// `#/app/<name>` names the front window, so that a link opens an app and Back closes a sheet.
import { onScopeDispose, watch } from 'vue';
import { smallScreen } from '@/core/device';
import { toast } from '@/core/toast';
import { t } from '@/i18n';
import { closeApp, frontApp, openApp } from './store';

/** The app that a hash names, empty when it names none. */
export function appOfHash(hash: string): string {
  return /^#\/app\/([a-z0-9_-]+)$/.exec(hash)?.[1] ?? '';
}

/** Keeps hash and front window in step while the desktop is mounted. */
export function followHash(): void {
  window.addEventListener('hashchange', onHash);
  onScopeDispose(() => window.removeEventListener('hashchange', onHash));
  onHash();

  watch(frontApp, (name) => {
    const hash = name ? `#/app/${name}` : '#';
    if (appOfHash(location.hash) === name) return;
    // Opening a sheet adds a step to go back to; all else replaces.
    if (name && smallScreen.value) location.hash = hash;
    else history.replaceState(null, '', hash);
  });
}

function onHash(): void {
  const name = appOfHash(location.hash);
  if (name === frontApp.value) return;
  if (name) {
    if (!openApp(name)) toast(t('window.unknown', { name }), { kind: 'error' });
  } else if (smallScreen.value && frontApp.value) {
    // The Back button of a phone closes the sheet.
    closeApp(frontApp.value);
  }
}
