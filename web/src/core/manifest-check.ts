// Reads manifests with suspicion: a wrong field costs itself, never the desktop. What is dropped or
// replaced is told to the author by a warning.
import { clampSize } from './cells';
import type { Label } from './i18n';
import type {
  AppCommand,
  AppLayout,
  AppManifest,
  LayoutMode,
  RegisteredWidget,
  Role,
  Size,
  WidgetManifest,
} from './manifest';
import { checkSchema, isLabel, record } from './schema-check';
import { warn } from './warn';

const MODES: readonly unknown[] = ['window', 'sheet', 'fullscreen'];
const ROLES: readonly unknown[] = ['admin', 'officer', 'student'];
/** A permission that no officer has: what is meant for some must not show to all. */
const NOBODY = '(unknown)';
const MAX_CELLS = 12;

/** What the shell relies on, when it is there at all. */
const TYPES = {
  App: 'function',
  service: 'function',
  searches: 'function',
  color: 'string',
  category: 'string',
  keywords: 'string',
  order: 'number',
} as const;

/** The manifest with what the shell reads of it in order; null when it has no name. */
export function checkApp(manifest: unknown): (AppManifest & { layout: AppLayout & { mode: LayoutMode } }) | null {
  const given = { ...record(manifest) };
  const { name } = given;
  if (typeof name !== 'string' || !/^[a-z0-9_-]+$/.test(name)) {
    warn(`an app needs a name of small letters and digits, ${String(name)} is left out`);
    return null;
  }
  const drop = (key: string, what: string): void => {
    warn(`${name}: ${key} is no ${what}, dropped`);
    given[key] = undefined;
  };
  for (const [key, type] of Object.entries(TYPES)) {
    if (given[key] !== undefined && typeof given[key] !== type) drop(key, type);
  }
  for (const key of ['found', 'samples']) {
    if (!Object.values(record(given[key])).every((way) => typeof way === 'function')) drop(key, 'set of functions');
  }
  if (!Object.values(record(given.descriptions)).every(isLabel)) drop('descriptions', 'set of texts');
  if (given.shortTitle !== undefined && !isLabel(given.shortTitle)) drop('shortTitle', 'text');
  const commands = listOr(given.commands, `${name}: commands`);
  const sound = commands.filter(isCommand);
  if (sound.length < commands.length) warn(`${name}: a command needs id, title and run, dropped`);
  return {
    ...(given as unknown as AppManifest),
    title: labelOr(name, given.title, `${name}: title`),
    layout: checkLayout(name, given.layout),
    visibleRoles: checkRoles(name, given.visibleRoles),
    widgets: listOr(given.widgets, `${name}: widgets`) as WidgetManifest[],
    commands: sound,
  };
}

/** The layout with its mode filled in; wrongly typed fields are dropped. */
export function checkLayout(app: string, layout: unknown): AppLayout & { mode: LayoutMode } {
  const given = record(layout);
  const checked: AppLayout & { mode: LayoutMode } = { mode: 'fullscreen' };
  if (MODES.includes(given.mode)) checked.mode = given.mode as LayoutMode;
  else if (given.mode !== undefined) warn(`${app}: layout.mode is unknown, fullscreen is used`);
  if (typeof given.resizable === 'boolean') checked.resizable = given.resizable;
  else if (given.resizable !== undefined) warn(`${app}: layout.resizable is no boolean, dropped`);
  if (given.navbar === 'custom') checked.navbar = 'custom';
  else if (given.navbar !== undefined) warn(`${app}: layout.navbar is not 'custom', dropped`);
  for (const key of ['minWidth', 'minHeight', 'width', 'height'] as const) {
    const value = given[key];
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) checked[key] = value;
    else if (value !== undefined) warn(`${app}: layout.${key} is no positive number, dropped`);
  }
  return checked;
}

/** The known roles among those given; empty is everybody, so what names none of them is for admins. */
export function checkRoles(app: string, roles: unknown): Role[] {
  if (roles === undefined) return [];
  if (!Array.isArray(roles)) {
    warn(`${app}: visibleRoles is no list, only admins see the app`);
    return ['admin'];
  }
  roles.filter((role) => !ROLES.includes(role)).forEach((role) => warn(`${app}: unknown role ${String(role)}`));
  const known = roles.filter((role): role is Role => ROLES.includes(role));
  return known.length > 0 || roles.length === 0 ? known : ['admin'];
}

/** The widget with defaults filled in; null when it lacks what cannot be guessed. */
export function checkWidget(widget: WidgetManifest, app: string): RegisteredWidget | null {
  const given = record(widget);
  const { id, component } = given;
  if (typeof id !== 'string' || !id || typeof component !== 'function') {
    warn(`a widget of ${app || 'an unknown app'} needs an id and a lazy component, it is left out`);
    return null;
  }
  const minSize = sizeOr({ w: 1, h: 1 }, given.minSize, `${id}: minSize`);
  const most = sizeOr({ w: 4, h: 4 }, given.maxSize, `${id}: maxSize`);
  const maxSize = { w: Math.max(minSize.w, most.w), h: Math.max(minSize.h, most.h) };
  const usual = sizeOr({ w: 2, h: 2 }, given.defaultSize, `${id}: defaultSize`);
  return {
    id,
    name: labelOr(id, given.name, `${id}: name`),
    component: component as RegisteredWidget['component'],
    minSize,
    maxSize,
    defaultSize: clampSize(usual, minSize, maxSize),
    description: labelOr('', given.description ?? '', `${id}: description`),
    permission: permissionOf(id, given.permission),
    configSchema: checkSchema(id, given.configSchema),
    app: app || (id.split('-')[0] ?? ''),
  };
}

function sizeOr(fallback: Size, value: unknown, what: string): Size {
  if (value === undefined) return fallback;
  const { w, h } = record(value);
  if (isCells(w) && isCells(h)) return { w, h };
  warn(`${what} is no size, the default is used`);
  return fallback;
}

function isCells(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_CELLS;
}

/** Whoever writes a wrong one wanted to keep somebody out: then all are. */
function permissionOf(id: string, permission: unknown): string | null {
  if (permission === undefined || permission === null) return null;
  if (typeof permission === 'string' && permission) return permission;
  warn(`${id}: permission is no text, only admins see the widget`);
  return NOBODY;
}

function isCommand(value: unknown): value is AppCommand {
  const { id, title, run } = record(value);
  return typeof id === 'string' && isLabel(title) && (typeof run === 'string' || typeof run === 'function');
}

function listOr(value: unknown, what: string): unknown[] {
  if (value !== undefined && !Array.isArray(value)) warn(`${what} is no list, dropped`);
  return Array.isArray(value) ? value : [];
}

function labelOr(fallback: string, value: unknown, what: string): Label {
  if (isLabel(value)) return value;
  warn(`${what} is no text, ${fallback || 'none'} is used`);
  return fallback;
}
