// What a card of homework says on a board.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import DueHomework from './DueHomework.vue';

let app: App;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  app.unmount();
  vi.unstubAllGlobals();
});

function textOf(title: string): HTMLElement | null {
  const card = { id: 1, subject: '数学', title, text: '做第 3 题', due_at: null };
  app = createApp(() => h(DueHomework, { data: { cards: [card] }, language: 'zh', now: 0 }));
  const root = document.createElement('div');
  app.mount(root);
  return root.querySelector('.text');
}

it('has its title in bold before the text', () => {
  const text = textOf('月考订正');
  expect(text?.textContent?.trim()).toBe('月考订正 做第 3 题');
  expect(text?.querySelector('strong')?.textContent).toBe('月考订正');
});

it('has no title where that says no more than the subject', () => {
  const text = textOf('');
  expect(text?.textContent?.trim()).toBe('做第 3 题');
  expect(text?.querySelector('strong')).toBeNull();
});
