// What belongs to the desktop stays with it, whatever an installed app brings.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { findApp, findWidget, registerBuiltIn, setDisabledApps, unregisterApp } from '../apps';
import { writePersonal } from '../storage';
import { installed, KEPT, registerInstalled, registerKept } from './installed';
import { answer, appNamed, install, run, serve, startServer } from './testing';

const component = (): Promise<object> => Promise.resolve({});
const frontendOf = (...ids: string[]): ReturnType<typeof appNamed>['frontend'] => ({
  route: '/poll',
  entry: 'e.js',
  widgets: ids.map((id) => ({ id, name: id, component: './w.js' })),
});
const owners = (...ids: string[]): (string | undefined)[] => ids.map((id) => findWidget(id)?.app);

let warnings: unknown[];

beforeAll(startServer);
beforeEach(() => {
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((text) => void warnings.push(text));
  answer(() => undefined);
  const widgets = [{ id: 'clock-now', name: 'Clock', component }];
  registerBuiltIn([{ name: 'clock', title: 'Clock', widgets }], () => Promise.resolve({}));
});
afterEach(() => {
  ['clock', 'poll', 'vote'].forEach(unregisterApp);
  installed.clear();
  setDisabledApps([]);
});

it('a widget of an installed app takes the place of none of the desktop, and the author is told', () => {
  registerInstalled(appNamed('poll', { frontend: frontendOf('clock-now', 'poll-now') }));
  expect(owners('clock-now', 'poll-now')).toEqual(['clock', 'poll']);
  expect(warnings).toEqual([expect.stringContaining('clock-now is a widget of the desktop')]);
});

it('that holds while an admin has switched the app of the desktop off', () => {
  setDisabledApps(['clock']);
  registerInstalled(appNamed('poll', { frontend: frontendOf('clock-now') }));
  setDisabledApps([]);
  expect(owners('clock-now')).toEqual(['clock']);
});

it('the next version of an app brings its own widgets again', () => {
  registerInstalled(appNamed('poll', { frontend: frontendOf('poll-now') }));
  registerInstalled(appNamed('poll', { version: '1.1.0', frontend: frontendOf('poll-now', 'poll-more') }));
  expect(owners('poll-now', 'poll-more')).toEqual(['poll', 'poll']);
  expect(warnings).toEqual([]);
});

it('a script cannot put a widget over one of the desktop either, and brings others', async () => {
  const load = 'function () { return Promise.resolve({}); }';
  const register = (id: string): string =>
    `ServiceMarket.registerWidget({ id: '${id}', name: 'x', component: ${load} });`;
  serve(
    'poll/e.js',
    `${register('clock-now')} ${register('poll-late')}
    ServiceMarket.define({ name: 'poll', mount: function () {} });`,
  );
  install(appNamed('poll', { frontend: frontendOf() }));
  const instance = await run('poll');
  expect(owners('clock-now', 'poll-late')).toEqual(['clock', 'poll']);
  expect(warnings).toEqual([expect.stringContaining('clock-now is a widget of the desktop')]);
  instance.close();
});

it('an app that was kept on this device does not come in place of one that the desktop has got since', () => {
  writePersonal(KEPT, [appNamed('clock', { label: 'not the clock' }), appNamed('vote')]);
  registerKept();
  expect([findApp('clock')?.title, findApp('vote')?.title]).toEqual(['Clock', 'vote']);
  expect(owners('clock-now')).toEqual(['clock']);
});
