// The manifests of this repository are registered unchecked, so they are checked here.
import { expect, it, vi } from 'vitest';
import { filledIn, type AppManifest } from './apps';
import { checkApp, checkWidget } from './manifest-check';

const modules = import.meta.glob<{ default: AppManifest }>('../apps/*/manifest.ts', { eager: true });
const manifests = Object.values(modules).map((module) => [module.default.name, module.default] as const);

it.each(manifests)('%s loses nothing in the check and gets the same defaults without it', (name, manifest) => {
  const warn = vi.spyOn(console, 'warn');
  const checked = checkApp(manifest);
  expect(checked).toMatchObject(manifest);
  for (const widget of manifest.widgets ?? []) {
    const { configSchema: schema, ...rest } = filledIn(widget, name);
    const { configSchema: checkedSchema, ...checkedRest } = checkWidget(widget, name) ?? {};
    expect(rest).toEqual(checkedRest);
    expect((checkedSchema as typeof schema)?.fields.length).toBe(schema?.fields.length);
  }
  expect(warn).not.toHaveBeenCalled();
});
