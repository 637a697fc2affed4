// The checklist of whoever runs a class: in their default until it is done, never in what pupils get.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { queryClient } from '../query';
import { enter } from '../session';
import { BUILT_IN, readDocument } from './document';
import { hideSteps, markStepsDone, withoutSteps } from './first-steps';
import * as store from './store';

const STEPS = 'first-steps-list';
const USUAL = BUILT_IN[0]?.widgets.map(({ id }) => id) ?? [];
const OWN = { id: 'own', type: 'clock-now', size: { w: 2, h: 2 } };

let app: App | undefined;
let stored: unknown;
let revision: number;

async function reply(request: Request): Promise<Response> {
  if (request.method === 'PUT') {
    stored = ((await request.json()) as { desktop_layout: unknown }).desktop_layout;
    revision += 1;
  }
  const settings = { theme: 'light', wallpaper: 'default', notifications: {}, updated_at: null, default_layout: null };
  const data = { ...settings, desktop_layout: stored, revision };
  const headers = { 'Content-Type': 'application/json' };
  return new Response(JSON.stringify({ code: 200, message: '', data }), { status: 200, headers });
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  stored = null;
  revision = 1;
  vi.stubGlobal('fetch', reply);
});
afterEach(() => {
  app?.unmount();
  store.closeLayout();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the desktop of a class admin, or of a pupil. */
async function open(isClassAdmin = true): Promise<void> {
  app?.unmount();
  store.closeLayout();
  queryClient.clear();
  enter({ user_info: { user_id: '260100', is_class_admin: isClassAdmin } as UserInfo, screens_locked: false });
  app = createApp({
    setup() {
      store.followLayout();
      return () => null;
    },
  });
  app.use(VueQueryPlugin, { queryClient }).mount(document.createElement('div'));
  await vi.advanceTimersByTimeAsync(10);
}
const saved = () => vi.advanceTimersByTimeAsync(2000);
const shown = () => store.layout.value.pages.flatMap(({ widgets }) => widgets.map(({ id }) => id));
const hasSteps = () => store.layout.value.pages.some(({ widgets }) => widgets.some(({ type }) => type === STEPS));

it('is in the default of a class admin and not in that of a pupil', async () => {
  await open();
  expect(hasSteps()).toBe(true);
  await open(false);
  expect(shown()).toEqual(USUAL);
});

it('stays on the screen on which it was finished, and is gone at the next start', async () => {
  await open();
  markStepsDone();
  await saved();
  expect(hasSteps()).toBe(true);
  expect(stored).toEqual({ pages: [], steps_done: true });
  await open();
  expect(shown()).toEqual(USUAL);
});

it('leaves whoever hides it with the default, and comes back when that is undone', async () => {
  await open();
  const undo = hideSteps();
  await saved();
  expect(shown()).toEqual(USUAL);
  expect(stored).toEqual({ pages: [], steps_done: true });
  undo();
  await saved();
  expect(hasSteps()).toBe(true);
  expect(stored).toEqual({ pages: [], steps_done: false });
});

it('is taken out of a layout of one’s own, with all else as it was', async () => {
  const steps = { id: 's', type: STEPS, size: { w: 4, h: 2 } };
  stored = { pages: [{ id: 'home', widgets: [steps, OWN] }] };
  await open();
  const undo = hideSteps();
  await saved();
  expect(shown()).toEqual(['own']);
  undo();
  expect(shown()).toEqual(['s', 'own']);
});

it('is no part of what a class gets, which has the cards for pupils again', async () => {
  await open();
  expect(withoutSteps(store.layout.value).pages).toEqual(readDocument(null).pages);
  store.changeLayout((document) => ({
    ...document,
    pages: document.pages.map((page) => ({ ...page, widgets: [...page.widgets, OWN] })),
  }));
  const given = withoutSteps(store.layout.value);
  const widgets = given.pages.flatMap((page) => page.widgets.map(({ id }) => id));
  expect(widgets).toEqual([...USUAL, 'own']);
  expect(JSON.stringify(given)).not.toContain('steps_done');
});
