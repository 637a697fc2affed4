// Where an app stands and where it can go: route and router.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { appPath, setAppPath } from '../../app-path';
import { registerApp } from '../../apps';
import { toasts } from '../../toast';
import { installed } from '../installed';
import type { Instance } from '../instance';
import { appNamed, answer, install, run, serve, startServer } from '../testing';

const openDialog = vi.hoisted(() => vi.fn(() => () => undefined));
vi.mock('../dialogs', () => ({ openDialog }));

const route = '/room';
let instance: Instance;
const goDesktop = vi.fn();

beforeAll(() => {
  startServer();
  serve('room/frontend/entry.js', `ServiceMarket.define({ name: 'room', mount: function () {} });`);
  const App = async () => ({ default: {} });
  registerApp({ name: 'settings', title: 'Settings', App });
  registerApp({ name: 'staff', title: 'Staff', App, visibleRoles: ['admin'] });
});
beforeEach(async () => {
  answer(() => undefined);
  setAppPath('room', '');
  location.hash = '#/app/room';
  install(appNamed('room', { label: '下棋', frontend: { route, entry: './frontend/entry.js', widgets: [] } }));
  instance = await run('room', goDesktop);
});
afterEach(() => {
  instance.close();
  installed.clear();
  toasts.value = [];
  openDialog.mockClear();
  goDesktop.mockClear();
});

describe('the route', () => {
  it('follows the address as one object, with path and query', () => {
    const { route: now } = instance.context;
    const heard = vi.fn();
    now.onChange(heard);
    setAppPath('room', 'AB%2012/board?side=black&seat=1');
    expect({ ...now, onChange: null }).toEqual({
      path: '/AB%2012/board',
      fullPath: '/AB%2012/board?side=black&seat=1',
      params: {},
      query: { side: 'black', seat: '1' },
      onChange: null,
    });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(instance.context.system.route).toBe(now);
    expect(instance.context.router.currentRoute).toBe(now);
  });

  it('is not followed by an app that is closed', () => {
    const heard = vi.fn();
    instance.context.route.onChange(heard);
    instance.close();
    setAppPath('room', 'x');
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('the router', () => {
  const push = (to: ServiceMarket.Target): void => instance.context.router.push(to);

  it('goes to the desktop', () => {
    push('/');
    push({ path: '/' });
    instance.context.system.navigate('/');
    expect(goDesktop).toHaveBeenCalledTimes(3);
  });

  it('goes to paths of the app itself, by its route or its name', () => {
    push('/room/AB12');
    expect(location.hash).toBe('#/app/room/AB12');
    push({ path: '/room/AB12', query: { side: 'black', none: null } });
    expect(location.hash).toBe('#/app/room/AB12?side=black');
    instance.context.router.replace('/room/中文');
    expect(appPath('room')).toBe('%E4%B8%AD%E6%96%87');
  });

  it('goes to other apps, of the market and of the desktop', () => {
    installed.set('chess', appNamed('chess', { frontend: { route: '/xiangqi', entry: 'e.js', widgets: [] } }));
    registerApp({ name: 'chess', title: 'Chess', App: async () => ({ default: {} }) });
    push('/xiangqi?room_code=X1');
    expect(location.hash).toBe('#/app/chess/?room_code=X1');
    push('/settings/appearance');
    expect(location.hash).toBe('#/app/settings/appearance');
  });

  it('says so where there is nothing, or nothing for this member', () => {
    push('/community?prefill=%5Bchess%3AAB12%5D');
    push('/staff');
    push('https://evil.example/');
    expect(toasts.value.map(({ kind }) => kind)).toEqual(['error', 'error', 'error']);
    expect(location.hash).toBe('#/app/room');
  });

  it('lets the member choose a chat for what is forwarded: a card where the chat has one, else words and a link', () => {
    const forward = (content: object | string, type: string): unknown => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      push(`/chat?forward=${encodeURIComponent(text)}&forwardType=${type}`);
      return (openDialog.mock.lastCall as unknown[])[1];
    };
    const invite = { title: '来下棋', room_code: 'AB12' };
    expect(forward(invite, 'gomoku_invite')).toMatchObject({ type: 'gomoku_invite', content: JSON.stringify(invite) });
    expect(forward(invite, 'chess_invite')).toMatchObject({
      type: 'text',
      content: `来下棋\n${location.origin}/#/app/room?room_code=AB12`,
    });
    expect(forward({ title: '来', roomCode: 'AB 12' }, 'x')).toMatchObject({
      content: `来\n${location.origin}/#/app/room?roomCode=AB%2012`,
    });
    expect(forward('just words', 'x')).toMatchObject({ content: `just words\n${location.origin}/#/app/room` });
    expect(forward({ room_code: 7 }, 'x')).toMatchObject({
      content: `下棋\n${location.origin}/#/app/room?room_code=7`,
    });
  });
});
