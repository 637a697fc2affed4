// Reads manifests with suspicion: a wrong field costs itself, never the desktop. What is dropped or
// replaced is told to the author by a warning.
import type { Label } from './i18n';
import type {
  AppLayout, ConfigField, LayoutMode, RegisteredWidget, Role, Size, WidgetManifest,
} from './manifest';
import { warn } from './warn';

const MODES: readonly unknown[] = ['window', 'sheet', 'fullscreen'];
const ROLES: readonly unknown[] = ['admin', 'officer', 'student'];
const FIELD_TYPES: readonly unknown[] = ['select', 'number', 'bool', 'text'];
const MOST_CELLS = 12;

/** The layout with its mode filled in; wrongly typed fields are dropped. */
export function checkLayout(app: string, layout: unknown): AppLayout & { mode: LayoutMode } {
  const given = record(layout);
  const checked: AppLayout & { mode: LayoutMode } = { mode: 'fullscreen' };
  if (MODES.includes(given.mode)) checked.mode = given.mode as LayoutMode;
  else if (given.mode !== undefined) warn(`${app}: layout.mode is unknown, fullscreen is used`);
  if (typeof given.resizable === 'boolean') checked.resizable = given.resizable;
  else if (given.resizable !== undefined) warn(`${app}: layout.resizable is no boolean, dropped`);
  for (const key of ['minWidth', 'minHeight', 'width', 'height'] as const) {
    const value = given[key];
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) checked[key] = value;
    else if (value !== undefined) warn(`${app}: layout.${key} is no positive number, dropped`);
  }
  return checked;
}

/** The known roles among those given. */
export function checkRoles(app: string, roles: unknown): Role[] {
  if (roles === undefined) return [];
  if (!Array.isArray(roles)) {
    warn(`${app}: visibleRoles is no list, dropped`);
    return [];
  }
  roles.filter((role) => !ROLES.includes(role)).forEach((role) => warn(`${app}: unknown role ${String(role)}`));
  return roles.filter((role): role is Role => ROLES.includes(role));
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
    name: labelOr(id, given.name),
    component: component as RegisteredWidget['component'],
    minSize,
    maxSize,
    defaultSize: clampSize(usual, minSize, maxSize),
    description: labelOr('', given.description),
    permission: typeof given.permission === 'string' ? given.permission : null,
    configSchema: checkSchema(id, given.configSchema),
    app: app || (id.split('-')[0] ?? ''),
  };
}

/** Holds a size inside limits. */
export function clampSize(size: Size, least: Size, most: Size): Size {
  const clamp = (key: 'w' | 'h'): number => Math.max(least[key], Math.min(size[key], most[key]));
  return { w: clamp('w'), h: clamp('h') };
}

function checkSchema(id: string, schema: unknown): RegisteredWidget['configSchema'] {
  if (schema === undefined || schema === null) return null;
  const { fields } = record(schema);
  if (!Array.isArray(fields)) {
    warn(`${id}: configSchema needs a list of fields, dropped`);
    return null;
  }
  const good = fields.filter((field: unknown) => {
    const { key, type, options } = record(field);
    const fits =
      typeof key === 'string' && FIELD_TYPES.includes(type) && (type !== 'select' || Array.isArray(options));
    if (!fits) warn(`${id}: a config field has no key, an unknown type or no options, dropped`);
    return fits;
  });
  return { fields: good as ConfigField[] };
}

function sizeOr(fallback: Size, value: unknown, what: string): Size {
  if (value === undefined) return fallback;
  const { w, h } = record(value);
  if (isCells(w) && isCells(h)) return { w, h };
  warn(`${what} is no size, the default is used`);
  return fallback;
}

function isCells(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_CELLS;
}

function labelOr(fallback: string, value: unknown): Label {
  if (typeof value === 'string') return value;
  const { zh, en } = record(value);
  return typeof zh === 'string' && typeof en === 'string' ? { zh, en } : fallback;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
