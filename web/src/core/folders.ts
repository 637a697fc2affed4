// Apps kept together in the drawer. Folders are part of the layout document, so they follow the
// member; entries and keys that this version does not understand are carried along. Pure but for the
// few functions at the end that change the layout on screen.
import type { AppFolder, LayoutDocument } from './layout/document';
import { record } from './layout/document';
import { newId } from './ids';
import { changeLayout } from './layout/store';

export const LONGEST_NAME = 20;

/** What the drawer shows at one place. */
export type DrawerItem<App> = { app: App; folder?: undefined } | { folder: AppFolder; apps: App[]; app?: undefined };

/** The sound folders of a document. */
export function readFolders({ folders }: LayoutDocument): AppFolder[] {
  return (Array.isArray(folders) ? (folders as unknown[]) : []).filter(isFolder);
}

/** Apps and folders in the order of the apps; a folder stands where its first app would. */
export function drawerItems<App extends { name: string }>(
  apps: readonly App[],
  folders: readonly AppFolder[],
): DrawerItem<App>[] {
  const items: DrawerItem<App>[] = [];
  const shown = new Set<string>();
  for (const app of apps) {
    const folder = folders.find((entry) => entry.apps.includes(app.name));
    if (!folder) items.push({ app });
    else if (!shown.has(folder.id)) {
      shown.add(folder.id);
      // In the folder's own order; apps that are switched off keep their place for later.
      const inside = folder.apps.flatMap((name) => apps.find((entry) => entry.name === name) ?? []);
      items.push({ folder, apps: inside });
    }
  }
  return items;
}

/** Puts an app into a folder, or together with another app into a new one. */
export function joined(
  document: LayoutDocument,
  app: string,
  target: { app: string } | { folder: string },
  name: string,
): LayoutDocument {
  if ('app' in target && target.app === app) return document;
  const without = takenOut(document, app, true);
  if ('folder' in target) {
    const change = (folder: AppFolder): AppFolder => ({ ...folder, apps: [...folder.apps, app] });
    return settle(mapFolder(without, target.folder, change));
  }
  const home = readFolders(without).find((folder) => folder.apps.includes(target.app));
  if (home) return joined(document, app, { folder: home.id }, name);
  const folder: AppFolder = { id: newId(), name, apps: [target.app, app] };
  return settle({ ...without, folders: [...(without.folders ?? []), folder] });
}

/** Takes an app out of its folder; a folder with one app left is dissolved. */
export function takenOut(document: LayoutDocument, app: string, keepSmall = false): LayoutDocument {
  const home = readFolders(document).find((folder) => folder.apps.includes(app));
  if (!home) return document;
  const next = mapFolder(document, home.id, (folder) => ({
    ...folder,
    apps: folder.apps.filter((name) => name !== app),
  }));
  return keepSmall ? next : settle(next);
}

/** Gives a folder another name; a blank one changes nothing. */
export function renamed(document: LayoutDocument, id: string, name: string): LayoutDocument {
  const text = name.trim().slice(0, LONGEST_NAME);
  return text
    ? mapFolder(document, id, (folder) => (folder.name === text ? folder : { ...folder, name: text }))
    : document;
}

/** Puts an app into a folder, or together with another into a new one of this name. */
export function putTogether(app: string, target: { app: string } | { folder: string }, name: string): void {
  changeLayout((document) => joined(document, app, target, name));
}

/** Takes an app out of its folder. */
export function takeOut(app: string): void {
  changeLayout((document) => takenOut(document, app));
}

/** Gives a folder another name. */
export function renameFolder(id: string, name: string): void {
  changeLayout((document) => renamed(document, id, name));
}

/** Dissolves a folder: its apps stand by themselves again. */
export function dissolveFolder(id: string): void {
  changeLayout((document) => settle(mapFolder(document, id, (folder) => ({ ...folder, apps: [] }))));
}

/** Folders with fewer than two apps are none. */
function settle(document: LayoutDocument): LayoutDocument {
  const all = document.folders ?? [];
  const rest = all.filter((folder) => !isFolder(folder) || folder.apps.length > 1);
  return rest.length === all.length ? document : { ...document, folders: rest };
}

function mapFolder(document: LayoutDocument, id: string, change: (folder: AppFolder) => AppFolder): LayoutDocument {
  const all = document.folders ?? [];
  const next = all.map((folder) => (isFolder(folder) && folder.id === id ? change(folder) : folder));
  return next.every((folder, i) => folder === all[i]) ? document : { ...document, folders: next };
}

function isFolder(value: unknown): value is AppFolder {
  const { id, name, apps } = record(value);
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    Array.isArray(apps) &&
    apps.every((app) => typeof app === 'string')
  );
}
