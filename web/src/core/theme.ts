// Light, dark or as the system says. The device keeps a copy, so that polyfills.js can set the
// theme before the first paint; the server's copy follows the person to other devices.
import { ref, watch } from 'vue';
import { readDevice, writeDevice } from './storage';

export type Theme = 'light' | 'dark' | 'auto';

/** What the person chose. */
export const theme = ref<Theme>(asTheme(readDevice('theme')));
/** What is on screen now. */
export const shownTheme = ref<'light' | 'dark'>('light');

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Follows the choice and the system from now on; called once by main. */
export function startTheme(): void {
  // addListener, because Safari 13 has no addEventListener on media queries.
  systemDark.addListener(apply);
  watch(theme, apply, { immediate: true });
}

/** Chooses a theme on this device. */
export function setTheme(next: Theme): void {
  theme.value = next;
  writeDevice('theme', next);
}

function apply(): void {
  const dark = theme.value === 'dark' || (theme.value === 'auto' && systemDark.matches);
  shownTheme.value = dark ? 'dark' : 'light';
  const root = document.documentElement;
  root.setAttribute('data-theme', shownTheme.value);
  // The browser paints its own bars in this colour.
  const background = getComputedStyle(root).getPropertyValue('--svc-color-bg').trim();
  document.querySelectorAll('meta[name=theme-color]').forEach((meta) => meta.setAttribute('content', background));
}

function asTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'auto';
}
