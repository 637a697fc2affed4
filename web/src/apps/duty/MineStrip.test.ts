// The own dates: the next turn that has not begun can be swapped from here.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp, h, type App } from 'vue';
import { setLanguage } from '@/core/i18n';
import MineStrip from './MineStrip.vue';

const TODAY = '2026-11-30';

let app: App;
let root: HTMLElement;
let asked: string[];

function show(...dates: string[]): HTMLElement | null {
  const onSwap = (date: string): void => void asked.push(date);
  app = createApp({ render: () => h(MineStrip, { dates, today: TODAY, onSwap }) });
  app.mount(root);
  return root.querySelector<HTMLElement>('[aria-label^="换值日"]');
}

beforeEach(async () => {
  await setLanguage('zh');
  asked = [];
  root = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  app.unmount();
  root.remove();
});

it('offers a swap of the next turn, which is not the one of today', () => {
  const button = show(TODAY, '2026-12-01', '2026-12-08');
  expect([button?.textContent?.trim(), button?.getAttribute('aria-label')]).toEqual(['换值日', '换值日：明天']);
  button?.click();
  expect(asked).toEqual(['2026-12-01']);
});

it('offers none where no turn is to come', () => {
  expect(show(TODAY)).toBeNull();
  expect(root.textContent).toContain('今天');
});
