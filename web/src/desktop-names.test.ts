// Names that belong to the desktop: the server reads `api/desktop-names.json` and refuses an app that brings one of
// them. An app of the market with such a name would never appear, or stand in for a widget of the desktop.
import { expect, it } from 'vitest';
import type { AppDetails, AppManifest } from './core/apps';

const manifests = import.meta.glob<AppManifest>('./apps/*/manifest.ts', { eager: true, import: 'default' });
const details = import.meta.glob<AppDetails>('./apps/*/details.ts', { eager: true, import: 'default' });

it('the names and widgets of the desktop are those that the server is told of', async () => {
  const apps = Object.values(manifests).map(({ name }) => name);
  const brought = [...Object.values(manifests), ...Object.values(details)];
  const widgets = brought.flatMap((app) => (app.widgets ?? []).map(({ id }) => id));
  const names = `${JSON.stringify({ apps: apps.sort(), widgets: widgets.sort() }, undefined, 2)}\n`;
  const renewal = 'to renew api/desktop-names.json: cd web && npx vitest run src/desktop-names.test.ts --update';
  await expect(names, renewal).toMatchFileSnapshot('../../api/desktop-names.json');
});
