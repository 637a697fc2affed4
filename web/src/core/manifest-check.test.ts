// Manifests with wrong types cost themselves, never the desktop.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addableWidgets, findApp, findWidget, registerApp, registerWidget, setDisabledApps, visibleApps, type WidgetManifest } from './apps';
import { checkLayout, checkRoles, checkWidget } from './manifest-check';

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
  expect(checkRoles('a', 'admin')).toEqual([]);
  expect(warnings.length).toBe(2);
});

describe('widget', () => {
  it('gets the defaults of the interface', () => {
    expect(checkWidget({ id: 'x-y', name: 'X', component }, '')).toMatchObject({
      defaultSize: { w: 2, h: 2 }, minSize: { w: 1, h: 1 }, maxSize: { w: 4, h: 4 },
      permission: null, configSchema: null, description: '', app: 'x',
    });
  });

  it('is left out without an id or a lazy component', () => {
    expect(checkWidget(wrong({ id: '' }), 'x')).toBeNull();
    expect(checkWidget(wrong({ component: {} }), 'x')).toBeNull();
    expect(warnings.length).toBe(2);
  });

  it('loses wrong sizes, fields and types', () => {
    const checked = checkWidget(wrong({
      name: 7, defaultSize: { w: 9, h: 9 }, minSize: { w: 0, h: 1 }, maxSize: 'big', permission: 5,
      configSchema: { fields: [{ key: 'a', type: 'colour' }, { key: 'b', type: 'select' }, { key: 'c', type: 'bool' }] },
    }), 'x');
    expect(checked).toMatchObject({ name: 'x-y', defaultSize: { w: 4, h: 4 }, minSize: { w: 1, h: 1 }, permission: null });
    expect(checked?.configSchema?.fields.map((field) => field.key)).toEqual(['c']);
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
    registerApp({ name: 'staff', title: 'Staff', App: component, visibleRoles: ['admin', 'officer'] });
    expect(visibleApps().map((app) => app.name)).toEqual(['open']);
    expect(findApp('staff')).toBeUndefined();
    setDisabledApps(['open']);
    expect(findApp('open')).toBeUndefined();
    expect(findWidget('open-now')).toBeUndefined();
    expect(addableWidgets(() => true).some((widget) => widget.app === 'open')).toBe(false);
  });
});
