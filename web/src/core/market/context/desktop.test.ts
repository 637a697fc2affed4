// What an app gets of the desktop: people, theme, messages, notices, sharing, the bus, and the device.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { noticeHistory, resetNotices } from '../../notify';
import { updateUser } from '../../session';
import { setTheme, startTheme } from '../../theme';
import { toasts } from '../../toast';
import { crashOf } from '../crashes';
import { installed } from '../installed';
import type { Instance } from '../instance';
import { answer, appNamed, install, MEMBER, run, serve, startServer } from '../testing';

let one: Instance;
let other: Instance;

beforeAll(() => {
  startServer();
  startTheme();
  ['one', 'other'].forEach((name) =>
    serve(`${name}/frontend/entry.js`, `ServiceMarket.define({ name: '${name}', mount: function () {} });`),
  );
});
beforeEach(async () => {
  answer(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  toasts.value = [];
  resetNotices();
  install(appNamed('one', { label: '下棋', config: { rounds: 3 } }));
  install(appNamed('other'));
  [one, other] = [await run('one'), await run('other')];
});
afterEach(() => {
  one.close();
  other.close();
  installed.clear();
  setTheme('light');
  updateUser(MEMBER);
});

it('names the app, its settings and its manifest', () => {
  const { app, appName } = one.context;
  expect([appName, app.name, app.version, app.config]).toEqual(['one', 'one', '1.0.0', { rounds: 3 }]);
  expect(app.manifest).toMatchObject({ name: 'one', label: '下棋', frontend: { route: '/one' } });
});

it('keeps user, theme and store up to date as one object each', async () => {
  const { user, theme, store, system } = one.context;
  const [themes, states] = [vi.fn(), vi.fn()];
  theme.onChange(themes);
  store.subscribe(states);
  setTheme('dark');
  updateUser({ ...MEMBER, net_name: 'xiaoming' });
  await nextTick();
  await nextTick();
  expect([theme.name, theme.isDark, user.net_name]).toEqual(['dark', true, 'xiaoming']);
  expect(themes).toHaveBeenCalled();
  expect(store.getState()).toMatchObject({ theme: 'dark', language: 'zh', user: { net_name: 'xiaoming' } });
  expect(states).toHaveBeenCalled();
  expect([system.user, system.theme]).toEqual([user, theme]);
});

it('has no token to give: the session is a cookie that no script can read', () => {
  expect([one.context.system.getToken(), one.context.system.isLoggedIn()]).toEqual([null, true]);
});

it('shows messages, and takes them back', () => {
  const { toast } = one.context;
  const stop = toast('a');
  toast.success('b');
  toast.error('c');
  expect(toasts.value.map(({ text, kind }) => [text, kind])).toEqual([
    ['a', 'info'],
    ['b', 'info'],
    ['c', 'error'],
  ]);
  stop();
  toast.show('d', { type: 'error', duration: 0 });
  expect(toasts.value.map(({ text }) => text)).toEqual(['b', 'c', 'd']);
});

it('gives notices in the name of the app, five a minute', () => {
  const { notify } = one.context.system;
  expect(notify({ title: '轮到你了', text: '房间 AB12' })).toBe(true);
  expect(notify('')).toBe(false);
  expect(Array.from({ length: 6 }, (_, i) => notify(`n${i}`))).toEqual([true, true, true, true, false, false]);
  expect(noticeHistory.value[noticeHistory.value.length - 1]).toMatchObject({
    title: '下棋 · 轮到你了',
    text: '房间 AB12',
    app: 'one',
  });
});

it('copies without HTTPS too, and shares by copying where the device cannot share', async () => {
  const written: string[] = [];
  const missing = { value: undefined, configurable: true };
  Object.defineProperties(navigator, { clipboard: missing, share: missing });
  document.execCommand = () => {
    written.push(document.querySelector('textarea')?.value ?? '');
    return true;
  };
  const { clipboard, share } = one.context.system;
  expect(await clipboard('a')).toBe(true);
  expect(await clipboard.writeText('b')).toBe(true);
  expect(await share({ title: '来下棋', url: 'http://x/' })).toBe(true);
  expect(written).toEqual(['a', 'b', '来下棋\nhttp://x/']);
  await expect(clipboard.readText()).rejects.toThrow();
});

it('lets open apps talk over the bus, until they close', () => {
  const [bus, others] = [one.context.eventBus, other.context.eventBus];
  const heard = vi.fn();
  const once = vi.fn();
  const dropped = vi.fn();
  others.on('score', heard);
  others.once('score', once);
  others.on('score', dropped);
  others.off('score', dropped);
  others.on('score', () => {
    throw new Error('mine alone');
  });
  bus.emit('score', 3, 'points');
  bus.emit('score', 4);
  expect(heard.mock.calls).toEqual([[3, 'points'], [4]]);
  expect([once.mock.calls.length, dropped.mock.calls.length]).toEqual([1, 0]);
  expect([crashOf('other')?.text, crashOf('one')]).toEqual(['Error: mine alone', undefined]);
  other.close();
  bus.emit('score', 5);
  expect(heard).toHaveBeenCalledTimes(2);
});

it('tells of the device and its browser', () => {
  const { device, compat } = one.context;
  expect(device.info()).toMatchObject({ language: 'zh', isOnline: true, isClassroom: false });
  expect(compat).toMatchObject({ isX5: false, isBelowBaseline: false });
  expect([compat.has('resize-observer'), compat.has('no-such-thing')]).toEqual([true, false]);
});

it('lets the member choose files, one picture of the camera, or none', async () => {
  const { device } = one.context;
  const asked: HTMLInputElement[] = [];
  let chosen: File[] = [];
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function click(this: HTMLInputElement) {
    asked.push(this);
    Object.defineProperty(this, 'files', { value: chosen });
    this.dispatchEvent(new Event(chosen.length > 0 ? 'change' : 'cancel'));
  });
  chosen = [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')];
  const files = await device.filePicker({ accept: '.txt', multiple: true });
  expect(files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
  expect((await device.camera({ facing: 'user' }))?.name).toBe('a.txt');
  chosen = [];
  expect(await device.camera()).toBeNull();
  expect(asked.map((field) => [field.accept, field.multiple, field.getAttribute('capture')])).toEqual([
    ['.txt', true, null],
    ['image/*', false, 'user'],
    ['image/*', false, 'environment'],
  ]);
});

it('publishes events in the name of the app', async () => {
  const requests = answer(() => ({}));
  await one.context.realtime.publish('one.moved', { x: 1 });
  expect(requests).toEqual([
    {
      method: 'POST',
      path: '/api/realtime/publish',
      body: { event: 'one.moved', payload: { x: 1 }, app_name: 'one' },
      keepalive: false,
    },
  ]);
});
