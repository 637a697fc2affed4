// The stage says what this device has computed: that a draw is as published, or that it is not.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, type App } from 'vue';
import { setLanguage } from '@/core/i18n';
import type { Draw } from '../types';
import DrawStage from './DrawStage.vue';
import { ranked } from './recompute';

const candidates = ['240101', '240102', '240103', '240104'].map((number, i) => ({
  number,
  name: `P${i + 1}`,
  times: 0,
}));
const SEED = 'c3'.repeat(32);
const honest = ranked({ seed: SEED, fair: true, candidates }).slice(0, 2);
const DRAW: Draw = {
  id: 'd1',
  list: { kind: 'class' },
  list_name: '',
  seed: SEED,
  fair: true,
  count: 2,
  candidates,
  without: [],
  picked: honest,
  purpose: '',
  created_at: '2026-11-30T02:00:00.000Z',
  by_name: '许安然',
};

let app: App;
let root: HTMLElement;

function show(draw?: Draw, passing?: string): string {
  app = createApp({ render: () => h(DrawStage, { draw, passing, mayDraw: true }) });
  app.mount(root);
  return root.textContent ?? '';
}

beforeEach(async () => {
  await setLanguage('zh');
  root = document.body.appendChild(document.createElement('div'));
});

afterEach(() => {
  app.unmount();
  root.remove();
});

it('shows the names in their order, and that they are as published', () => {
  const text = show(DRAW);
  expect([...root.querySelectorAll('li.name')].map((one) => one.textContent)).toEqual(honest.map(({ name }) => name));
  expect(text).toContain('与公布的种子一致');
});

it('says so when somebody else was named than the seed gives', () => {
  const other = candidates.filter(({ number }) => !honest.some((one) => one.number === number));
  expect(show({ ...DRAW, picked: other })).toContain('与公布的种子不一致');
});

it('shows the seed and the way to check it on request', async () => {
  expect(show(DRAW)).not.toContain(SEED);
  const how = [...root.querySelectorAll('button')].find((one) => one.textContent?.includes('怎么核对'));
  expect(how?.getAttribute('aria-expanded')).toBe('false');
  how?.click();
  await nextTick();
  expect(root.textContent).toContain(SEED);
  expect(root.textContent).toContain('下面的顺序是这台设备刚刚自己算出来的');
});

it('shows how the hashes begin, and copies the whole of one', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  show(DRAW);
  [...root.querySelectorAll('button')].find((one) => one.textContent?.includes('怎么核对'))?.click();
  await nextTick();
  const [first] = root.querySelectorAll<HTMLButtonElement>('button.hash');
  const hash = honest[0]?.hash ?? '';
  expect(first?.textContent).toBe(`${hash.slice(0, 8)}…`);
  first?.click();
  expect(writeText).toHaveBeenCalledWith(hash);
  vi.unstubAllGlobals();
});

it('keeps the result back while names run by', () => {
  const text = show(DRAW, 'P4');
  expect(text).toContain('P4');
  expect(root.querySelectorAll('li.name')).toHaveLength(0);
  expect(root.querySelector('[role="status"]')?.textContent).toBe('正在点名……');
});

it('says what will be shown here before the first draw', () => {
  expect(show()).toContain('还没有点过名');
});
