// What an app is: the manifest types, and the registry that the shell reads. Entries have the
// shape of market manifests (interface 2.14, 2.15), with components as lazy functions.
import { shallowReactive, type Component } from 'vue';
import { textsReady, type Bilingual } from './i18n';

export interface Size {
  w: number;
  h: number;
}

/** A lazy view: the promise may give a component or a module with a default export. */
export type LoadView = () => Promise<Component | { default: Component }>;

export interface ConfigField {
  key: string;
  label: Bilingual;
  type: 'select' | 'number' | 'bool' | 'text';
  default?: string | number | boolean;
  options?: readonly { value: string; label: Bilingual }[];
  min?: number;
  max?: number;
  placeholder?: Bilingual;
}

export interface WidgetManifest {
  /** Globally unique, `<app>-<purpose>`. */
  id: string;
  name: Bilingual;
  component: LoadView;
  defaultSize?: Size;
  minSize?: Size;
  maxSize?: Size;
  description?: Bilingual;
  /** Only holders of this officer permission may see or add the widget; null is for all. */
  permission?: string | null;
  configSchema?: { fields: readonly ConfigField[] } | null;
}

export interface AppManifest {
  /** The room's word; also the folder and the deep link `#/app/<name>`. */
  name: string;
  title: Bilingual;
  /** An icon component of @lucide/vue. Apps without a window need none. */
  icon?: Component;
  /** Background of the icon; must carry white with a contrast of 4.5. */
  color?: string;
  category?: 'desktop' | 'system' | 'hidden';
  order?: number;
  /** Absent for apps that only bring widgets. */
  App?: LoadView;
  layout?: { width: number; height: number; minWidth?: number; minHeight?: number };
  widgets?: readonly WidgetManifest[];
}

/** A widget with the defaults filled in and the app it came from. */
export interface RegisteredWidget extends Required<Omit<WidgetManifest, 'description'>> {
  description: Bilingual;
  app: string;
}

const apps = shallowReactive(new Map<string, AppManifest>());
const widgets = shallowReactive(new Map<string, RegisteredWidget>());

/** Keeps types of a manifest exact; the identity function of every `manifest.ts`. */
export function defineApp(manifest: AppManifest): AppManifest {
  return manifest;
}

/** Makes an app and its widgets known. */
export function registerApp(manifest: AppManifest): void {
  apps.set(manifest.name, manifest);
  manifest.widgets?.forEach((widget) => registerWidget(widget, manifest.name));
}

/** Makes one widget known at run time; a repeated id replaces the earlier one with a warning. */
export function registerWidget(widget: WidgetManifest, app: string): void {
  if (widgets.has(widget.id)) {
    // oxlint-disable-next-line no-console -- the interface asks for this warning
    console.warn(`widget ${widget.id} is registered twice, the later one is used`);
  }
  widgets.set(widget.id, {
    defaultSize: { w: 2, h: 2 },
    minSize: { w: 1, h: 1 },
    maxSize: { w: 4, h: 4 },
    description: { zh: '', en: '' },
    permission: null,
    configSchema: null,
    ...widget,
    app,
  });
}

/** Looks up an app by name. */
export function findApp(name: string): AppManifest | undefined {
  return apps.get(name);
}

/** Looks up a widget by its type. */
export function findWidget(type: string): RegisteredWidget | undefined {
  return widgets.get(type);
}

/** Starts loading the code of widgets; failures show where a widget is used. */
export function preloadWidgets(): void {
  const [first] = widgets.values();
  first?.component().catch(() => undefined);
}

/** Apps with a window, in the order of the dock. */
export function dockApps(): AppManifest[] {
  return [...apps.values()]
    .filter((app) => app.App && app.category !== 'hidden')
    .sort((a, b) => (a.order ?? 99) - (b.order ?? 99));
}

/** Loads a view together with the texts it asked for, so that no half-translated frame shows. */
export async function loadView(load: LoadView): Promise<Component> {
  const loaded = await load();
  await textsReady();
  return 'default' in loaded ? (loaded.default as Component) : loaded;
}
