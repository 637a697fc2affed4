// `ServiceMarket`, the one global of the page that installed apps know: with it their scripts say what they are.
import type { WidgetManifest } from '../manifest';
import { registerWidget } from '../register-widget';
import { warn } from '../warn';
import { mayBring } from './installed';
import { mayDefine, onRemoved, readScript, readStyle, removeApp } from './load';
import { callerOf } from './owner';
import type { InstalledApp, InstalledWidget } from './types';

type AppDefinition = ServiceMarket.AppDefinition;
type WidgetDefinition = ServiceMarket.WidgetDefinition;

/** Apps by name. A script whose global has no `define` writes into it. */
const apps: Record<string, AppDefinition | undefined> = Object.create(null) as Record<string, undefined>;
/** Widgets by app and id. */
const widgets = new Map<string, Map<string, WidgetDefinition>>();
const watchers = new Map<string, Set<() => void>>();

/** Calls `changed` whenever an app is defined anew; answers what ends that. */
export function onRedefined(app: string, changed: () => void): () => void {
  const known = watchers.get(app) ?? new Set();
  watchers.set(app, known.add(changed));
  return () => known.delete(changed);
}

/** Reads the script and the style of an app. */
export async function readCode(app: InstalledApp): Promise<void> {
  await Promise.all([readScript(app, app.frontend.entry), readStyle(app)]);
}

/** The definition of an app, once its script has been read. */
export async function definitionOf(app: InstalledApp): Promise<AppDefinition> {
  await readCode(app);
  const found = apps[app.name];
  if (isDefinition(found)) return found;
  // Read again at the next try.
  removeApp(app.name);
  throw new Error(`${app.name}: ${app.frontend.entry} has not called ServiceMarket.define`);
}

/** The definition of a widget of an app, once its script has been read. */
export async function widgetDefinitionOf(app: InstalledApp, widget: InstalledWidget): Promise<WidgetDefinition> {
  await Promise.all([readScript(app, widget.component), readStyle(app)]);
  const found = widgets.get(app.name)?.get(widget.id);
  if (!found) throw new Error(`${app.name}: ${widget.component} has not called ServiceMarket.defineWidget`);
  return found;
}

function define(definition: AppDefinition): void {
  const { name, mount } = (definition ?? {}) as Partial<AppDefinition>;
  if (typeof name !== 'string' || name === '') throw new TypeError('ServiceMarket.define needs a name');
  if (typeof mount !== 'function') throw new TypeError(`ServiceMarket.define: ${name} needs a function mount`);
  const writer = callerOf(define)?.app ?? name;
  if (writer !== name) throw new Error(`ServiceMarket.define: ${writer} cannot define ${name}`);
  if (!mayDefine(name)) return warn(`${name} is not installed any more, its definition is dropped`);
  const isNew = apps[name] === undefined;
  apps[name] = definition;
  if (!isNew) watchers.get(name)?.forEach((changed) => changed());
}

function defineWidget(definition: WidgetDefinition): void {
  const { id, mount } = (definition ?? {}) as Partial<WidgetDefinition>;
  if (typeof id !== 'string' || id === '') throw new TypeError('ServiceMarket.defineWidget needs an id');
  if (typeof mount !== 'function') throw new TypeError(`ServiceMarket.defineWidget: ${id} needs a function mount`);
  const app = callerOf(defineWidget)?.app;
  if (!app) throw new Error(`ServiceMarket.defineWidget: ${id} comes from no script of an app`);
  if (!mayDefine(app)) return warn(`${app} is not installed any more, its widget ${id} is dropped`);
  const own = widgets.get(app) ?? new Map<string, WidgetDefinition>();
  widgets.set(app, own.set(id, definition));
}

function register(widget: WidgetManifest): void {
  if (mayBring({ ...widget })) registerWidget(widget, callerOf(register)?.app);
}

function isDefinition(value: unknown): value is AppDefinition {
  return typeof (value as Partial<AppDefinition> | undefined)?.mount === 'function';
}

function forget(app: string): void {
  delete apps[app];
  widgets.delete(app);
}

onRemoved(forget);
Object.defineProperty(window, 'ServiceMarket', {
  configurable: true,
  value: Object.freeze({
    sdk: '1',
    apps,
    define,
    defineWidget,
    registerWidget: register,
    websocket: null,
  }),
});
