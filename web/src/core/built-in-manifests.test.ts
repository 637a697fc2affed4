// The manifests of this repository are registered unchecked, so they are checked here.
import { expect, it, vi } from 'vitest';
import { filledIn, type AppDetails, type AppManifest } from './apps';
import usual from './layout/built-in.json';
import { STEPS } from './layout/document';
import { checkApp, checkWidget } from './manifest-check';

const faces = import.meta.glob<AppManifest>('../apps/*/manifest.ts', { eager: true, import: 'default' });
const details = import.meta.glob<AppDetails>('../apps/*/details.ts', { eager: true, import: 'default' });
const apps = Object.entries(faces).map(([path, face]) => {
  const more: AppDetails = details[path.replace('manifest', 'details')] ?? {};
  const widgets = [...(face.widgets ?? []), ...(more.widgets ?? [])];
  return { path, face, more, whole: { ...face, ...more, widgets } };
});

it.each(apps)('$path loses nothing in the check and gets the same defaults without it', ({ whole }) => {
  const warn = vi.spyOn(console, 'warn');
  const checked = checkApp(whole);
  expect(checked).toMatchObject(whole);
  for (const widget of whole.widgets) {
    const { configSchema: schema, ...rest } = filledIn(widget, whole.name);
    const { configSchema: checkedSchema, ...checkedRest } = checkWidget(widget, whole.name) ?? {};
    expect(rest).toEqual(checkedRest);
    expect((checkedSchema as typeof schema)?.fields.length).toBe(schema?.fields.length);
  }
  expect(warn).not.toHaveBeenCalled();
});

it.each(apps)('$path is named like its folder, and has an icon where it has a window', ({ path, face, more }) => {
  expect(path).toBe(`../apps/${face.name}/manifest.ts`);
  expect(face.icon !== undefined).toBe(more.App !== undefined);
});

it.each(apps)('$path has in the first load only what the first picture needs', ({ face }) => {
  const place = [
    'name',
    'title',
    'shortTitle',
    'icon',
    'color',
    'category',
    'order',
    'visibleRoles',
    'layout',
    'widgets',
  ];
  expect(Object.keys(face).filter((key) => !place.includes(key))).toEqual([]);
  const types = [STEPS.type, ...usual.flatMap((page) => page.widgets.map(({ type }) => type))];
  expect(face.widgets?.filter(({ id }) => !types.includes(id)) ?? []).toEqual([]);
});

it('has details of apps only', () => {
  const known = apps.map(({ path }) => path.replace('manifest', 'details'));
  expect(Object.keys(details).filter((path) => !known.includes(path))).toEqual([]);
});
