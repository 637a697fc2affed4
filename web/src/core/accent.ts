// The accent colour: one name, kept in the layout document so that it follows the member, with a
// copy on the device for the first paint (polyfills.js). The colours are in tokens.css.
import { computed, watch } from 'vue';
import { changeLayout, layout } from './layout/store';
import { readDevice, writeDevice } from './storage';

export const ACCENTS = ['blue', 'green', 'teal', 'violet', 'red', 'orange'] as const;
export type Accent = (typeof ACCENTS)[number];

/** The chosen colour; blue is what the tokens have without a choice. */
export const accent = computed<Accent>(() => {
  const stored = layout.value.accent;
  return ACCENTS.find((name) => name === stored) ?? 'blue';
});

/** Chooses for this member, on all devices. */
export function setAccent(next: Accent): void {
  changeLayout((document) => ({ ...document, accent: next }));
}

/** Keeps the root and the device's copy in step; to be called by the desktop. */
export function followAccent(ready: () => boolean): void {
  watch(
    [accent, ready],
    () => {
      // Before the settings have arrived the device's copy is the better guess.
      if (!ready()) return;
      const root = document.documentElement;
      if (accent.value === 'blue') root.removeAttribute('data-accent');
      else root.setAttribute('data-accent', accent.value);
      if ((readDevice('accent') ?? 'blue') !== accent.value) {
        writeDevice('accent', accent.value === 'blue' ? null : accent.value);
      }
    },
    { immediate: true },
  );
}
