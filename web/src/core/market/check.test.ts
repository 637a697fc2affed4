// What the server says of an app is read with suspicion: a wrong field costs itself, never the desktop.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerApp, unregisterApp } from '../apps';
import { checkInstalled } from './check';
import { installed } from './installed';

const warnings: string[] = [];
const frontend = { route: '/x', entry: './frontend/entry.js' };

beforeEach(() => {
  warnings.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
});
afterEach(() => installed.clear());

it('fills in what is missing', () => {
  expect(checkInstalled({ name: 'x', frontend })).toEqual({
    name: 'x',
    label: 'x',
    version: '0.0.0',
    updated_at: 0,
    sdk: '1',
    description: '',
    author: '',
    icon: null,
    category: 'desktop',
    order: 99,
    visibleRoles: [],
    capabilities: [],
    layout: { mode: 'fullscreen' },
    frontend: { ...frontend, style: null, widgets: [] },
    backend: false,
    config: {},
  });
  expect(warnings).toEqual([]);
});

it.each([
  [null],
  [{}],
  [{ name: 'X', frontend }],
  [{ name: 'a/b', frontend }],
  [{ name: 'x' }],
  [{ name: 'x', frontend: {} }],
])('leaves out %j', (app) => {
  expect(checkInstalled(app)).toBeUndefined();
  expect(warnings).toHaveLength(1);
});

it('leaves out a back end without a page, which is no fault', () => {
  expect(checkInstalled({ name: 'x', frontend: null })).toBeUndefined();
  expect(warnings).toEqual([]);
});

it('leaves out an app by the name of one of the desktop', () => {
  registerApp({ name: 'chat', title: 'Chat' });
  expect(checkInstalled({ name: 'chat', frontend })).toBeUndefined();
  unregisterApp('chat');
  expect(checkInstalled({ name: 'chat', frontend })?.name).toBe('chat');
});

it('drops wrong values with a warning, and takes a category it does not know for the usual one', () => {
  const app = checkInstalled({
    name: 'x',
    frontend,
    category: 'music',
    color: 'red',
    icon: 'https://evil.example/i.png',
    order: '1',
    visibleRoles: ['teacher'],
    layout: { mode: 'window', resizable: 'yes', minWidth: 320, minHeight: '1', navbar: 'custom' },
  });
  expect(app).toMatchObject({ category: 'desktop', icon: null, order: 99, visibleRoles: ['admin'] });
  expect(app?.layout).toEqual({ mode: 'window', minWidth: 320, navbar: 'custom' });
  expect(app && 'color' in app).toBe(false);
  expect(warnings).toHaveLength(3);
  expect(checkInstalled({ name: 'x', frontend, layout: { navbar: 'none' } })?.layout).toEqual({ mode: 'fullscreen' });
});

it('takes hex colours of 3, 4, 6 and 8 digits, as the server does', () => {
  const colors = ['#fff', '#fff8', '#2f63d6', '#2f63d6cc', '#ff', '#2f63d', '#2f63d6c', '#2f63d6cc0', '#ggg'];
  expect(colors.filter((color) => checkInstalled({ name: 'x', frontend, color })?.color === color)).toEqual(
    colors.slice(0, 4),
  );
});

it('keeps its widgets as paths that JSON can hold, without those that have none', () => {
  const configSchema = { fields: [{ key: 'topic', type: 'text', label: '题目', default: '' }] };
  const widgets = [
    { id: 'x-now', name: '现在', component: './w.js', maxSize: { w: 2, h: 2 }, configSchema, permission: 7 },
    { id: 'x-bad', name: '坏' },
    { name: '没有', component: './w.js' },
  ];
  const app = checkInstalled({ name: 'x', frontend: { ...frontend, widgets } });
  expect(app?.frontend.widgets).toHaveLength(1);
  expect(JSON.parse(JSON.stringify(app?.frontend.widgets[0]))).toMatchObject({
    id: 'x-now',
    component: './w.js',
    minSize: { w: 1, h: 1 },
    maxSize: { w: 2, h: 2 },
    permission: '(unknown)',
    configSchema,
  });
  expect(warnings).toHaveLength(3);
});
