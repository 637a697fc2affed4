// Manifests with wrong types cost themselves, never the desktop.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import {
  addableWidgets,
  findApp,
  findWidget,
  registerApp,
  setDisabledApps,
  visibleApps,
  type RegisteredWidget,
  type WidgetManifest,
} from './apps';
import { checkApp, checkLayout, checkRoles, checkWidget } from './manifest-check';
import { registerWidget } from './register-widget';
import { holds } from './roles';
import { enter, forget } from './session';
import { completeConfig } from './widget-config';

const component = async () => ({ default: {} });
let warnings: string[];

beforeEach(() => {
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
});
afterEach(() => setDisabledApps([]));

const wrong = (fields: object) => ({ id: 'x-y', name: 'X', component, ...fields }) as unknown as WidgetManifest;

describe('layout', () => {
  it('is full screen unless told, without a warning', () => {
    expect(checkLayout('a', undefined)).toEqual({ mode: 'fullscreen' });
    expect(warnings).toEqual([]);
  });

  it('falls back on an unknown mode and drops wrong types', () => {
    const layout = { mode: 'popup', resizable: 'yes', minWidth: '300', minHeight: 200, width: -1 };
    expect(checkLayout('a', layout)).toEqual({ mode: 'fullscreen', minHeight: 200 });
    expect(warnings.length).toBe(4);
  });
});

it('keeps known roles and warns about others', () => {
  expect(checkRoles('a', ['admin', 'teacher'])).toEqual(['admin']);
  expect(warnings.length).toBe(1);
  expect(checkRoles('a', [])).toEqual([]);
});

it('shows to admins alone what names no role that it knows', () => {
  expect(checkRoles('a', 'student')).toEqual(['admin']);
  expect(checkRoles('a', ['teacher'])).toEqual(['admin']);
  expect(warnings.length).toBe(2);
});

describe('widget', () => {
  it('gets the defaults of the interface', () => {
    expect(checkWidget({ id: 'x-y', name: 'X', component }, '')).toMatchObject({
      defaultSize: { w: 2, h: 2 },
      minSize: { w: 1, h: 1 },
      maxSize: { w: 4, h: 4 },
      permission: null,
      configSchema: null,
      description: '',
      app: 'x',
    });
  });

  it('is left out without an id or a lazy component', () => {
    expect(checkWidget(wrong({ id: '' }), 'x')).toBeNull();
    expect(checkWidget(wrong({ component: {} }), 'x')).toBeNull();
    expect(warnings.length).toBe(2);
  });

  it('loses wrong sizes, fields and types', () => {
    const checked = checkWidget(
      wrong({
        name: 7,
        defaultSize: { w: 9, h: 9 },
        minSize: { w: 0, h: 1 },
        maxSize: 'big',
        permission: 5,
        configSchema: {
          fields: [
            { key: 'a', type: 'colour' },
            { key: 'b', type: 'select' },
            { key: 'c', type: 'bool' },
          ],
        },
      }),
      'x',
    );
    expect(checked).toMatchObject({ name: 'x-y', defaultSize: { w: 4, h: 4 }, minSize: { w: 1, h: 1 } });
    expect(checked?.configSchema?.fields.map((field) => field.key)).toEqual(['c']);
  });
});

it('is closed to everybody but admins when its permission has a wrong type', () => {
  const permission = checkWidget(wrong({ permission: ['manage_chat'] }), 'x')?.permission ?? null;
  enter({ user_info: { role: 'officer', officer_permissions: '["manage_chat"]' } as UserInfo, screens_locked: false });
  expect(holds(permission)).toBe(false);
  forget();
  expect(warnings.length).toBe(1);
});

it('loses options and defaults that do not fit, and keeps the field', () => {
  const option = { value: 'all', label: 'All' };
  const fields = [
    {
      key: 'a',
      type: 'select',
      label: 'A',
      options: [null, option, { value: 7, label: 'x' }, { value: 'b' }],
      default: 'gone',
    },
    { key: 'n', type: 'number', label: 7, min: '1', default: 'x' },
    { key: 'e', type: 'select', label: 'E', options: [null] },
    null,
  ];
  const widget = checkWidget(wrong({ configSchema: { fields } }), 'x') as RegisteredWidget;
  expect(widget.configSchema?.fields).toEqual([
    { key: 'a', type: 'select', label: 'A', options: [option] },
    { key: 'n', type: 'number', label: 'n' },
  ]);
  expect(completeConfig(widget, { a: 'gone', n: 3 })).toEqual({ a: undefined, n: 3 });
  expect(warnings.length).toBe(6);
});

describe('an app', () => {
  const register = (manifest: unknown) => {
    const checked = checkApp(manifest);
    if (checked) registerApp(checked);
  };

  it('is left out without a manifest or a name, and the others start', () => {
    [undefined, null, 7, {}, { name: 5 }, { name: 'Ä b', App: component }].forEach(register);
    expect(warnings.length).toBe(6);
    expect(visibleApps()).toEqual([]);
  });

  it('loses what has a wrong type, and can still be shown, found and opened', () => {
    register({
      name: 'odd',
      title: { zh: 5 },
      App: component,
      order: 'first',
      keywords: 7,
      service: 'x',
      searches: {},
      found: { room: 'x' },
      shortTitle: 4,
      descriptions: { a: 5 },
      samples: { a: 'x' },
      widgets: {},
      commands: { id: 'a' },
      category: 3,
      color: {},
    });
    const app = findApp('odd');
    expect(app).toMatchObject({ title: 'odd', widgets: [], commands: [] });
    expect([app?.order, app?.keywords, app?.service, app?.searches, app?.found]).toEqual(Array(5).fill(undefined));
    expect([app?.shortTitle, app?.descriptions, app?.samples]).toEqual(Array(3).fill(undefined));
    expect(warnings.length).toBe(13);
    register({
      name: 'odd',
      title: 'Odd',
      App: component,
      visibleRoles: ['admin'],
      commands: [null, { id: 'x', title: 'X' }],
    });
    expect(warnings.length).toBe(14);
  });
});

describe('registry', () => {
  it('replaces a repeated id with a warning', () => {
    registerWidget({ id: 'r-one', name: 'first', component });
    registerWidget({ id: 'r-one', name: 'second', component });
    expect(findWidget('r-one')?.name).toBe('second');
    expect(warnings).toEqual([expect.stringContaining('r-one is registered twice')]);
  });

  it('hides apps from other roles, and switched-off ones with their widgets from all', () => {
    const widgets = [{ id: 'open-now', name: 'W', component }];
    registerApp({ name: 'open', title: 'Open', App: component, order: 1, widgets });
    const staffWidgets = [{ id: 'staff-now', name: 'W', component }];
    const visibleRoles = ['admin', 'officer'] as const;
    registerApp({ name: 'staff', title: 'Staff', App: component, visibleRoles, widgets: staffWidgets });
    expect(visibleApps().map((app) => app.name)).toEqual(['open']);
    expect([findApp('staff'), findWidget('staff-now')]).toEqual([undefined, undefined]);
    expect(addableWidgets(() => true).some((widget) => widget.app === 'staff')).toBe(false);
    setDisabledApps(['open']);
    expect(findApp('open')).toBeUndefined();
    expect(findWidget('open-now')).toBeUndefined();
    expect(addableWidgets(() => true).some((widget) => widget.app === 'open')).toBe(false);
  });
});
