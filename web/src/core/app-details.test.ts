// An app is on the desktop by its manifest; what else it brings comes when it is needed.
import { beforeEach, expect, it, vi } from 'vitest';
import {
  addableWidgets,
  areAppsIncomplete,
  completeApps,
  findApp,
  findWidget,
  registerBuiltIn,
  visibleApps,
  type AppDetails,
} from './apps';

const view = { render: () => null };
const App = async () => ({ default: view });
const component = App;
const details: Record<string, AppDetails> = {
  notes: { App, keywords: 'biji', widgets: [{ id: 'notes-latest', name: 'Latest', component }] },
  gone: { keywords: 'x' },
};
const load = vi.fn(async () => details);

beforeEach(() => {
  load.mockReset();
  load.mockImplementation(async () => details);
  const widgets = [{ id: 'notes-new', name: 'New', component }];
  registerBuiltIn(
    [
      { name: 'notes', title: 'Notes', icon: view, widgets },
      { name: 'clock', title: 'Clock' },
    ],
    load,
  );
});

it('shows an app, its window and its first widget before the details have come', () => {
  expect(visibleApps().map(({ name }) => name)).toEqual(['notes']);
  expect(findApp('notes')?.keywords).toBeUndefined();
  expect(findApp('clock')?.App).toBeUndefined();
  expect(findWidget('notes-new')).toBeDefined();
  expect(areAppsIncomplete()).toBe(true);
  expect(load).not.toHaveBeenCalled();
});

it('fetches the details once, for the first who asks', async () => {
  const [opened] = await Promise.all([findApp('notes')?.App?.(), completeApps()]);
  expect(opened).toEqual({ default: view });
  expect(load).toHaveBeenCalledTimes(1);
  expect(areAppsIncomplete()).toBe(false);
  expect(findApp('notes')).toMatchObject({ title: 'Notes', keywords: 'biji', layout: { mode: 'fullscreen' } });
  expect(findApp('gone')).toBeUndefined();
  const ids = addableWidgets(() => true).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['notes-new', 'notes-latest']));
});

it('asks again after a failure, and says that an app did not open', async () => {
  load.mockRejectedValueOnce(new Error('away'));
  await expect(findApp('notes')?.App?.()).rejects.toThrow('away');
  expect(areAppsIncomplete()).toBe(true);
  await expect(findApp('notes')?.App?.()).resolves.toEqual({ default: view });
});

it('refuses an app whose details never tell a view', async () => {
  load.mockResolvedValueOnce({});
  await expect(findApp('notes')?.App?.()).rejects.toThrow('notes has no view');
});
