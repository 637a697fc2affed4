// What the first steps are ticked by, and what is asked for it.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, type App } from 'vue';
import type { Session } from '@/api/types';
import { registerApp, unregisterApp } from '@/core/apps';
import { queryClient } from '@/core/query';
import { enter, forget } from '@/core/session';
import { useFirstSteps, type FirstSteps } from './queries';

let app: App;
let asked: string[];
let answers: Record<string, unknown>;

beforeEach(() => {
  asked = [];
  answers = {
    '/api/user/settings': { theme: 'light', revision: 0, default_layout: null },
    '/api/admin/default-layout': { desktop_layout: null },
    '/api/admin/enrolment': { classes: [], claim_codes: false },
    '/api/announcements': { announcements: [], total: 4, page: 1, limit: 20 },
    '/api/pictures': { avatars: {}, class_photo: null, wallpapers: [] },
  };
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const body = JSON.stringify({ code: 200, message: '', data: answers[pathname] });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  });
  enter({ user_info: { user_id: '260100', is_class_admin: true }, screens_locked: false } as unknown as Session);
  registerApp({ name: 'announcements', title: '公告', App: async () => ({ default: {} }) });
});
afterEach(() => {
  app.unmount();
  unregisterApp('announcements');
  forget();
  vi.unstubAllGlobals();
});

async function open(): Promise<FirstSteps> {
  let steps: FirstSteps | undefined;
  app = createApp({
    setup() {
      steps = useFirstSteps();
      return () => null;
    },
  });
  app.use(VueQueryPlugin, { queryClient }).mount(document.createElement('div'));
  await vi.waitFor(() => expect(steps?.facts.value).toBeDefined());
  return steps as FirstSteps;
}

it('asks for no default of the class where none holds for the member', async () => {
  const { facts, refetch } = await open();
  expect(facts.value).toMatchObject({ hasDefault: false, announcements: 4 });
  expect(asked).not.toContain('/api/admin/default-layout');
  // Whoever asks anew may have made one elsewhere.
  answers['/api/admin/default-layout'] = { desktop_layout: { pages: [] } };
  await refetch();
  expect(facts.value?.hasDefault).toBe(true);
});

it('asks whether it is the own one where one holds: that of the portal is none of the class', async () => {
  answers['/api/user/settings'] = { theme: 'light', revision: 0, default_layout: { pages: [] } };
  const { facts } = await open();
  expect(asked).toContain('/api/admin/default-layout');
  expect(facts.value?.hasDefault).toBe(false);
});
