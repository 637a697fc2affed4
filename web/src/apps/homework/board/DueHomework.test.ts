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

const NOW = new Date(2026, 8, 10, 7, 50).getTime();

function show(more: object, language: 'zh' | 'en' = 'zh'): HTMLElement {
  const card = { id: 1, subject: '数学', title: '', text: '做第 3 题', due_at: null, ...more };
  app = createApp(() => h(DueHomework, { data: { cards: [card] }, language, now: NOW }));
  const root = document.createElement('div');
  app.mount(root);
  return root;
}
const textOf = (title: string): HTMLElement | null => show({ title }).querySelector('.text');
function dueOf(more: object, language: 'zh' | 'en' = 'zh'): string | undefined {
  const words = show(more, language).querySelector('.due')?.textContent;
  app.unmount();
  return words ?? undefined;
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

it('names the day alone where no time was set', () => {
  const due_at = new Date(2026, 8, 11, 23, 59).toISOString();
  const card = { due_at, due_day: '2026-09-11' };
  expect([dueOf(card), dueOf(card, 'en')]).toEqual(['明天交', 'due tomorrow']);
  expect([dueOf({ due_at, due_day: null }), dueOf({ due_at }, 'en')]).toEqual(['明天 23:59 交', 'due tomorrow 23:59']);
  expect(show({}).querySelector('.due')).toBeNull();
});
