// The registry of apps and widgets, which the shell reads. They come from manifests at start; apps come and go by
// `registerApp` and `unregisterApp` at run time, widgets come with them, or by core/register-widget.ts.
import { shallowReactive, shallowRef, type Component } from 'vue';
import { textsReady } from './i18n';
import type {
  AppDetails,
  AppLayout,
  AppManifest,
  LayoutMode,
  LoadView,
  NativeView,
  RegisteredWidget,
  WidgetManifest,
} from './manifest';
import { myRole } from './roles';

export type * from './manifest';

export interface RegisteredApp extends AppManifest {
  layout: AppLayout & { mode: LayoutMode };
}

const apps = shallowReactive(new Map<string, RegisteredApp>());
const widgets = shallowReactive(new Map<string, RegisteredWidget>());
/** Names that an admin has switched off. */
const disabled = shallowRef<ReadonlySet<string>>(new Set());

/** Keeps types of a manifest exact; the identity function of every `manifest.ts`. */
export function defineApp(manifest: AppManifest): AppManifest {
  return manifest;
}

/** The same for every `details.ts`. */
export function defineDetails(details: AppDetails): AppDetails {
  return details;
}

/** Details of apps by name, all in one chunk. */
type LoadDetails = () => Promise<Readonly<Record<string, AppDetails>>>;

/** Brings the details that are still missing; absent once they are there. */
const loadDetails = shallowRef<LoadDetails>();
let detailsOnTheirWay: Promise<void> | undefined;

const MIN_SIZE = { w: 1, h: 1 };
const USUAL_SIZE = { w: 2, h: 2 };
const MAX_SIZE = { w: 4, h: 4 };

/**
 * Makes an app known, and its widgets. The compiler and a test hold the manifests of this repository to their
 * shape, so that the first load goes without `checkApp`; a manifest from elsewhere has to go through it first.
 */
export function registerApp(manifest: AppManifest): void {
  const { name, layout, widgets: own = [] } = manifest;
  apps.set(name, { ...manifest, layout: { mode: 'fullscreen', ...layout } });
  own.forEach((widget) => widgets.set(widget.id, filledIn(widget, name)));
}

/**
 * Makes the apps of this repository known by their manifests. Their details are not part of the first load: `load`
 * brings all of them once the desktop is calm, or as soon as something needs those of one app.
 */
export function registerBuiltIn(manifests: readonly AppManifest[], load: LoadDetails): void {
  // An app with a window has an icon.
  manifests.forEach((manifest) => registerApp({ ...manifest, ...(manifest.icon && { App: viewOf(manifest.name) }) }));
  loadDetails.value = load;
  detailsOnTheirWay = undefined;
}

/** Stands for the view of an app until its details say what that is. */
function viewOf(name: string): LoadView {
  return async function load() {
    await completeApps();
    const view = apps.get(name)?.App;
    if (!view || view === load) throw new Error(`${name} has no view`);
    return view();
  };
}

/** True while apps may bring more than is known of them. */
export function areAppsIncomplete(): boolean {
  return loadDetails.value !== undefined;
}

/** Fetches what apps bring beyond their place on the desktop, unless it is there; rejects when that fails. */
export function completeApps(): Promise<void> {
  const load = loadDetails.value;
  if (!load) return Promise.resolve();
  detailsOnTheirWay ??= load().then(addDetails, (cause: unknown) => {
    detailsOnTheirWay = undefined;
    throw cause;
  });
  return detailsOnTheirWay;
}

function addDetails(details: Readonly<Record<string, AppDetails>>): void {
  loadDetails.value = undefined;
  for (const [name, { widgets: more = [], ...rest }] of Object.entries(details)) {
    const app = apps.get(name);
    if (!app) continue;
    apps.set(name, { ...app, ...rest });
    more.forEach((widget) => widgets.set(widget.id, filledIn(widget, name)));
  }
}

/** A sound widget with the defaults of `checkWidget`. */
export function filledIn(widget: WidgetManifest, app: string): RegisteredWidget {
  return {
    minSize: MIN_SIZE,
    maxSize: MAX_SIZE,
    defaultSize: USUAL_SIZE,
    description: '',
    permission: null,
    configSchema: null,
    ...widget,
    app,
  };
}

/** Makes a sound widget known; answers the one that it replaces. */
export function putWidget(widget: RegisteredWidget): RegisteredWidget | undefined {
  const before = widgets.get(widget.id);
  widgets.set(widget.id, widget);
  return before;
}

/** Looks up an app by name; those that are switched off or not for this member are not there. */
export function findApp(name: string): RegisteredApp | undefined {
  const app = apps.get(name);
  return app && isAllowed(app) ? app : undefined;
}

/** Looks up a widget by its type; widgets leave with their app. */
export function findWidget(type: string): RegisteredWidget | undefined {
  const widget = widgets.get(type);
  return widget && isThere(widget) ? widget : undefined;
}

/** The app that brought a widget, whether it is there for this member or not. */
export function ownerOf(type: string): string | undefined {
  return widgets.get(type)?.app;
}

/** All widgets that a member with these permissions may add. */
export function addableWidgets(may: (permission: string | null) => boolean): RegisteredWidget[] {
  return [...widgets.values()].filter((widget) => isThere(widget) && may(widget.permission));
}

/** Loads the code of apps before anyone asks, so that they open at once; failures wait for then. */
export function preloadApps(names: readonly string[]): void {
  names.forEach((name) =>
    findApp(name)
      ?.App?.()
      .catch(() => undefined),
  );
}

/** Apps with a window, by `order`. */
export function visibleApps(): RegisteredApp[] {
  return [...apps.values()]
    .filter((app) => app.App && app.category !== 'hidden' && isAllowed(app))
    .sort((a, b) => (a.order ?? 99) - (b.order ?? 99));
}

/** Names of all apps with a window, switched off or not: those that an admin can switch. */
export function windowApps(): string[] {
  return [...apps.values()].filter((app) => app.App && !app.partOf).map((app) => app.name);
}

/** Forgets an app that came at run time, and its widgets; its windows close, see shell/windows/restore.ts. */
export function unregisterApp(name: string): void {
  apps.delete(name);
  widgets.forEach(({ app }, id) => app === name && widgets.delete(id));
}

/** Replaces the set of switched-off apps; use `leaveApp` of the windows to leave an open one. */
export function setDisabledApps(names: Iterable<string>): void {
  disabled.value = new Set(names);
}

/** An app that is there for somebody, if not for this member; for saying why it does not open. */
export function knownApp(name: string): RegisteredApp | undefined {
  return apps.get(name);
}

/** Whether an admin has switched the app off. */
export function isDisabled(name: string): boolean {
  return disabled.value.has(name);
}

/** The app of a widget, by its type, if an admin has switched it off. */
export function switchedOffWith(type: string): RegisteredApp | undefined {
  const name = widgets.get(type)?.app ?? '';
  return disabled.value.has(name) ? apps.get(name) : undefined;
}

/** Loads a view together with the texts it asked for, so that no half-translated frame shows. */
export async function loadView(load: LoadView): Promise<Component> {
  const loaded = await load();
  await textsReady();
  const view = 'default' in loaded ? loaded.default : loaded;
  // No app of this repository has one, so what wraps it is no part of the first load.
  return isNativeView(view) ? (await import('./native-view')).wrapNative(view) : (view as Component);
}

/** True for `{ mount, update?, unmount? }`. */
export function isNativeView(view: unknown): view is NativeView {
  const candidate = view as Partial<NativeView> | null;
  // Vue components are objects too, but none of them has a `mount`.
  return typeof candidate === 'object' && typeof candidate?.mount === 'function';
}

/** A widget goes with its app; one that came without an app has a switch of its own. */
function isThere({ app }: RegisteredWidget): boolean {
  const owner = apps.get(app);
  return owner ? isAllowed(owner) : !disabled.value.has(app);
}

function isAllowed(app: RegisteredApp): boolean {
  if (disabled.value.has(app.partOf ?? app.name)) return false;
  return !app.visibleRoles?.length || app.visibleRoles.includes(myRole.value);
}
