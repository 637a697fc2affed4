// Reads what the server says of installed apps as any manifest from elsewhere: what is wrong costs itself. What is left
// can be kept as JSON, and is taken as it is at the next start.
import { knownApp } from '../apps';
import { checkLayout, checkRoles, checkWidget } from '../manifest-check';
import { record } from '../schema-check';
import { warn } from '../warn';
import type { InstalledApp, InstalledWidget } from './types';
import { installed } from './installed';

const NAME = /^[a-z][a-z0-9-]*$/;
const COLOR = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const USUAL_ORDER = 99;

/** The app in order; none for one that the desktop cannot show. */
export function checkInstalled(given: unknown): InstalledApp | undefined {
  const app = record(given);
  // One that is a back end alone has nothing to show.
  if (app.frontend === null) return undefined;
  const frontend = record(app.frontend);
  const { name } = app;
  if (typeof name !== 'string' || !NAME.test(name) || typeof frontend.entry !== 'string') {
    warn(`an installed app needs a name and frontend.entry, ${String(name)} is left out`);
    return undefined;
  }
  if (knownApp(name) && !installed.has(name)) {
    warn(`${name} is an app of the desktop, the installed one is left out`);
    return undefined;
  }
  const { style, routeName } = frontend;
  return {
    name,
    label: textOr(app.label, name),
    version: textOr(app.version, '0.0.0'),
    updated_at: typeof app.updated_at === 'number' ? app.updated_at : 0,
    sdk: textOr(app.sdk, '1'),
    description: textOr(app.description, ''),
    author: textOr(app.author, ''),
    icon: ownPath(app.icon),
    ...(typeof app.color === 'string' && COLOR.test(app.color) && { color: app.color }),
    category: app.category === 'hidden' || app.category === 'system' ? app.category : 'desktop',
    order: typeof app.order === 'number' ? app.order : USUAL_ORDER,
    visibleRoles: checkRoles(name, app.visibleRoles),
    capabilities: texts(app.capabilities),
    layout: checkLayout(name, app.layout),
    frontend: {
      route: textOr(frontend.route, `/${name}`),
      entry: frontend.entry,
      ...(typeof routeName === 'string' && { routeName }),
      style: typeof style === 'string' ? style : null,
      widgets: (Array.isArray(frontend.widgets) ? (frontend.widgets as unknown[]) : []).flatMap(
        (widget) => checkInstalledWidget(name, widget) ?? [],
      ),
    },
    backend: app.backend === true,
    config: record(app.config),
  };
}

function checkInstalledWidget(app: string, given: unknown): InstalledWidget | undefined {
  const { component, ...rest } = record(given);
  if (typeof component !== 'string') return void warn(`${app}: a widget needs the path of its component, dropped`);
  // The path takes the place of the function that built-in widgets have.
  const checked = checkWidget({ ...rest, component: () => Promise.reject(new Error('a path')) } as never, app);
  if (!checked) return undefined;
  const { app: _, name, description, ...sizes } = checked;
  return { ...sizes, component, name: textOr(name, checked.id), description: textOr(description, '') };
}

/** Pictures come from this server alone. */
function ownPath(path: unknown): string | null {
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null;
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? (value as unknown[]).filter((one): one is string => typeof one === 'string') : [];
}
