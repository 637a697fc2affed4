// What the market shows while answers are missing, what it says of broken back ends, and what an act asks the server.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, effectScope, h, type App, type Component, type EffectScope } from 'vue';
import { setAppPath } from '@/core/app-path';
import { dispatch } from '@/core/live/bus';
import { followInstalled } from '@/core/market/follow';
import { answer, appNamed, MEMBER } from '@/core/market/testing';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import { installPackage } from './changes';
import MarketView from './MarketView.vue';
import type { Preview } from './types';

type Answers = Record<string, unknown>;

const INSTALLED = '/api/market/installed';
const chess = {
  ...appNamed('chess', { label: '象棋', backend: true }),
  source: 'samples',
  installed_at: 1,
  enabled: true,
  config_missing: [],
  may_change: true,
};
const entry = { name: 'chess', label: '象棋', version: '1.0.0', description: '', author: '', installed: true };
const all: Answers = {
  '/api/market/catalog': { source: 'samples', signed: true, warnings: [], apps: [entry], plugins: [] },
  [INSTALLED]: { apps: [chess] },
  '/api/market/plugins-installed': [],
  '/api/market/sources': [{ id: 'samples', kind: 'builtin' }],
  '/api/market/backends': [],
  '/api/market/app-config/chess': { fields: [] },
  '/api/admin/app-control': { class: '01', apps: [{ name: 'chess', enabled: true, class_enabled: true }] },
};

let app: App;
let scope: EffectScope;
let answers: Answers;
let requests: ReturnType<typeof answer>;

/** What the server is asked below `/api`, without its queries. */
const asked = (): string[] => requests.map(({ path }) => path.replace(/\?.*/, ''));
const text = (): string => document.body.textContent ?? '';
const buttons = (): (string | null)[] => [...document.querySelectorAll('article button')].map((one) => one.textContent);
/** Until the market has asked for everything, and shows it. */
async function settled(): Promise<void> {
  // A request begins a moment after it is wanted.
  await new Promise((resolve) => setTimeout(resolve));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

function show(path: string): void {
  scope = effectScope();
  scope.run(followInstalled);
  setAppPath('market', path);
  app = createApp({ render: () => h(MarketView as Component, { app: 'market' }) });
  app.use(VueQueryPlugin, { queryClient });
  app.mount(document.body.appendChild(document.createElement('div')));
}

beforeEach(() => {
  updateUser({ ...MEMBER, is_class_admin: true, role: 'class_admin' } as never);
  answers = { ...all };
  // What has no answer never comes.
  requests = answer(({ path }) => {
    const data = answers[path.replace(/\?.*/, '')];
    return data === undefined ? { status: 400 } : { body: { code: 200, message: '', data } };
  });
});
afterEach(() => {
  app.unmount();
  scope.stop();
  queryClient.clear();
  document.body.textContent = '';
});

it('tells nobody to install an app before it is known what is installed', async () => {
  delete answers[INSTALLED];
  answers['/api/market/catalog'] = {
    ...(all['/api/market/catalog'] as object),
    apps: [{ ...entry, installed: false }],
  };
  show('app/chess');
  await settled();
  expect(text()).toContain('象棋');
  expect(buttons()).not.toContain('安装');
});

it('says for whom a switch is once that is known, and nothing before', async () => {
  delete answers['/api/admin/app-control'];
  show('app/chess');
  await vi.waitFor(() => expect(text()).toContain('版本与卸载'));
  expect(text()).not.toContain('全部班级生效');
  answers['/api/admin/app-control'] = all['/api/admin/app-control'];
  await queryClient.refetchQueries({ queryKey: ['admin'] });
  await vi.waitFor(() => expect(text()).toContain('只对「1 班」生效'));
});

it('marks an installed app whose back end does not run', async () => {
  answers['/api/market/backends'] = [{ name: 'chess', state: 'failed' }];
  show('installed');
  await vi.waitFor(() => expect(text()).toContain('服务端启动失败'));
});

it('reads each list once after an installation, also when the frame tells of it', async () => {
  show('apps');
  await settled();
  requests.length = 0;
  answers['/api/market/install'] = { name: 'chess', label: '象棋', version: '1.0.0', outcome: 'updated' };
  const done = installPackage({ name: 'chess', source: 'samples', digest: 'ab', kind: 'app' } as Preview);
  const tell = (): void => dispatch({ type: 'market_app_changed', action: 'updated', appName: 'chess', version: '1' });
  tell();
  await done;
  await settled();
  expect(asked().sort()).toEqual(
    ['/api/market/catalog', '/api/market/install', INSTALLED, '/api/market/plugins-installed'].sort(),
  );
  requests.length = 0;
  // What others do is read anew as well, and once.
  tell();
  await settled();
  expect(asked().filter((path) => path === INSTALLED)).toHaveLength(1);
});
