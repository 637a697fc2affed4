// Whoever adds a component to src/ui shows it in the gallery too.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, nextTick, type App, type Component } from 'vue';
import ComponentsPage from './ComponentsPage.vue';

const parts = Object.entries(import.meta.glob<Component>('../../ui/**/*.vue', { eager: true, import: 'default' }));
const nameOf = (path: string): string => path.replace(/^.*\/(\w+)\.vue$/, '$1');

let view: App;
const seen = new Set<unknown>();

beforeEach(() => {
  vi.stubGlobal('print', () => undefined);
  view = createApp(ComponentsPage);
  view.mixin({
    created() {
      seen.add(this.$.type);
    },
  });
  view.mount(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  view.unmount();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

it('shows every component of src/ui in light, dark and low-performance mode', async () => {
  for (const name of ['ModalDialog', 'ConfirmDialog', 'PopoverPanel', 'PrintSheet']) {
    const opener = [...document.querySelectorAll('button')].find((button) => button.textContent.trim() === name);
    opener?.click();
    await nextTick();
    await nextTick();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    window.dispatchEvent(new Event('afterprint'));
    await nextTick();
  }
  expect(parts.length).toBeGreaterThan(15);
  expect(parts.filter(([, part]) => !seen.has(part)).map(([path]) => nameOf(path))).toEqual([]);
  const modes = [...document.querySelectorAll<HTMLElement>('.mode')].map(({ dataset }) => [
    dataset.theme,
    dataset.perf,
  ]);
  expect(modes).toEqual([
    ['light', undefined],
    ['dark', undefined],
    ['light', 'low'],
  ]);
});
