// An app from its script to its end: what is called when, and what it leaves behind.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { unregisterApp } from '../apps';
import { crashOf } from './crashes';
import { installed } from './installed';
import type { Instance } from './instance';
import { answer, appNamed, install, run, serve, startServer } from './testing';

// Before the modules are read: they keep the timers that they find.
vi.hoisted(() => vi.useFakeTimers());

const seen: string[] = [];
let instance: Instance | undefined;
let count = 0;
let name = '';

/** Installs an app of its own for the test: `body` is its script, in which `NAME` is its name. */
function write(body: string): void {
  name = `app-${++count}`;
  serve(`${name}/frontend/entry.js`, body.replace(/NAME/g, `'${name}'`));
  install(appNamed(name));
}
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
async function open(): Promise<Instance> {
  const opening = run(name);
  opening.catch(() => undefined);
  await wait(2);
  return (instance = await opening);
}

beforeAll(startServer);
beforeEach(() => {
  seen.length = 0;
  Object.assign(window, { seen });
  answer(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  instance?.close();
  instance = undefined;
  installed.delete(name);
  unregisterApp(name);
});

it('calls what was registered for the end newest first and each once, before unmount', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    function twice() { seen.push('first'); }
    context.app.onDestroy(twice);
    context.app.onDestroy(function () { seen.push('second'); throw new Error('broken'); });
    context.app.onDestroy(function () {
      seen.push('third');
      context.app.onDestroy(function () { seen.push('late'); });
    });
  }, unmount: function (box) { seen.push('unmount ' + (box instanceof HTMLElement)); } });`);
  const { close } = await open();
  close.call(instance);
  close.call(instance);
  expect(seen).toEqual(['third', 'late', 'second', 'first', 'unmount true']);
  expect(crashOf(name)?.text).toContain('broken');
});

it('leaves nothing of an app whose mount throws', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    context.app.onDestroy(function () { seen.push('destroyed'); });
    window.addEventListener('resize', function () { seen.push('resized'); });
    box.textContent = 'half';
    throw new Error('cannot');
  }, unmount: function () { seen.push('unmount'); } });`);
  await expect(open()).rejects.toThrow('cannot');
  window.dispatchEvent(new Event('resize'));
  expect(seen).toEqual(['destroyed']);
  expect(document.body.textContent).not.toContain('half');
  expect(crashOf(name)?.count).toBe(1);
});

it('ends timers, frames and listeners of the page that the app has left', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function () {
    setTimeout(function () { seen.push('timeout'); }, 500);
    setInterval(function () { seen.push('interval'); }, 300);
    requestAnimationFrame(function again() { seen.push('frame'); requestAnimationFrame(again); });
    [window, document, document.documentElement, document.body].forEach(function (target) {
      target.addEventListener('custom', function () { seen.push('heard'); });
    });
    document.addEventListener('custom', { handleEvent: function () { seen.push('object'); } }, true);
  } });`);
  await open();
  await wait(350);
  document.body.dispatchEvent(new Event('custom', { bubbles: true }));
  expect(seen.filter((one) => one !== 'frame')).toEqual(['interval', 'object', 'heard', 'heard', 'heard', 'heard']);
  instance?.close();
  seen.length = 0;
  await wait(2000);
  document.body.dispatchEvent(new Event('custom', { bubbles: true }));
  expect(seen).toEqual([]);
});

it('ends what was begun by callbacks of timers, listeners and promises', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    setTimeout(function () { setInterval(function () { seen.push('from a timer'); }, 100); }, 0);
    window.addEventListener('go', function () { setInterval(function () { seen.push('from an event'); }, 100); });
    context.api.get('/x').then(function () { setInterval(function () { seen.push('from an answer'); }, 100); });
    box.addEventListener('click', function () { setInterval(function () { seen.push('from a click'); }, 100); });
  } });`);
  await open();
  await wait(10);
  window.dispatchEvent(new Event('go'));
  instance?.target.container.dispatchEvent(new Event('click'));
  await wait(120);
  expect(new Set(seen)).toEqual(new Set(['from a timer', 'from an event', 'from an answer', 'from a click']));
  instance?.close();
  seen.length = 0;
  await wait(1000);
  expect(seen).toEqual([]);
});

it('lets an app end its own timers and listeners by the numbers and functions it knows', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    function heard() { seen.push('heard'); }
    window.addEventListener('custom', heard);
    window.addEventListener('custom', heard);
    var once = 0;
    window.addEventListener('custom', function () { once += 1; seen.push('once ' + once); }, { once: true });
    var timer = setInterval(function () { seen.push('tick'); }, 100);
    var frame = requestAnimationFrame(function () { seen.push('frame'); });
    context.eventBus.on('stop', function () {
      window.removeEventListener('custom', heard);
      clearInterval(timer);
      cancelAnimationFrame(frame);
      clearTimeout(setTimeout(function () { seen.push('timeout'); }, 10));
    });
  } });`);
  await open();
  window.dispatchEvent(new Event('custom'));
  instance?.scope.suspend();
  instance?.scope.resume();
  instance?.context.eventBus.emit('stop');
  window.dispatchEvent(new Event('custom'));
  await wait(500);
  expect(seen).toEqual(['heard', 'once 1']);
});

it('ends a listener with its signal, which may be added again', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    function heard() { seen.push('heard'); }
    var first = new AbortController();
    window.addEventListener('custom', heard, { signal: first.signal });
    context.eventBus.on('stop', function () { first.abort(); });
    context.eventBus.on('again', function () {
      window.addEventListener('custom', heard, { signal: first.signal });
      window.addEventListener('custom', heard, { signal: new AbortController().signal });
    });
  } });`);
  await open();
  const tell = (): unknown => window.dispatchEvent(new Event('custom'));
  tell();
  instance?.context.eventBus.emit('stop');
  tell();
  expect(seen).toEqual(['heard']);
  instance?.context.eventBus.emit('again');
  tell();
  expect(seen).toEqual(['heard', 'heard']);
  instance?.close();
  tell();
  expect(seen).toHaveLength(2);
});

it('takes null for no options, as the browser does', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    function heard() { seen.push('heard'); }
    window.addEventListener('custom', heard, null);
    context.eventBus.on('stop', function () { window.removeEventListener('custom', heard, null); });
  } });`);
  await open();
  window.dispatchEvent(new Event('custom'));
  instance?.context.eventBus.emit('stop');
  window.dispatchEvent(new Event('custom'));
  expect(seen).toEqual(['heard']);
});

it('leaves the timers and listeners of the desktop alone, also where an app has made it begin them', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) { context.toast('hello'); } });`);
  await open();
  const heard = vi.fn();
  window.addEventListener('custom', heard);
  setTimeout(heard, 100);
  const { toasts } = await import('../toast');
  expect(toasts.value.map(({ text }) => text)).toEqual(['hello']);
  instance?.close();
  window.dispatchEvent(new Event('custom'));
  await wait(5000);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(toasts.value).toEqual([]);
  window.removeEventListener('custom', heard);
});

it('begins nothing for an app that is closed', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    window.late = function () {
      setTimeout(function () { seen.push('timeout'); }, 0);
      setInterval(function () { seen.push('interval'); }, 10);
      requestAnimationFrame(function () { seen.push('frame'); });
      window.addEventListener('custom', function () { seen.push('heard'); });
      context.app.onDestroy(function () { seen.push('at once'); });
    };
  } });`);
  await open();
  instance?.close();
  (window as unknown as { late: () => void }).late();
  await wait(200);
  window.dispatchEvent(new Event('custom'));
  expect(seen).toEqual(['at once']);
});

it('keeps what a script begins while it is read until the script leaves', async () => {
  write(`window.addEventListener('custom', function () { seen.push('script'); });
    ServiceMarket.define({ name: NAME, mount: function () {} });`);
  await open();
  instance?.close();
  window.dispatchEvent(new Event('custom'));
  expect(seen).toEqual(['script']);
  installed.delete(name);
  await vi.waitFor(() => {
    seen.length = 0;
    window.dispatchEvent(new Event('custom'));
    expect(seen).toEqual([]);
  });
});

it('pauses intervals, frames and input while nobody sees the app, and says so', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    setInterval(function () { seen.push('interval'); }, 100);
    setTimeout(function () { seen.push('timeout'); }, 150);
    requestAnimationFrame(function again() { seen.push('frame'); requestAnimationFrame(again); });
    window.addEventListener('keydown', function () { seen.push('key'); });
    window.addEventListener('online', function () { seen.push('online'); });
    context.app.onSuspend(function () { seen.push('suspended'); });
    context.app.onResume(function () { seen.push('resumed'); });
  } });`);
  await open();
  instance?.scope.suspend();
  instance?.scope.suspend();
  seen.splice(0, seen.length, ...seen.filter((one) => one === 'suspended'));
  await wait(500);
  window.dispatchEvent(new Event('keydown'));
  window.dispatchEvent(new Event('online'));
  expect(seen).toEqual(['suspended', 'timeout', 'online']);
  seen.length = 0;
  instance?.scope.resume();
  await wait(250);
  window.dispatchEvent(new Event('keydown'));
  expect(seen[0]).toBe('resumed');
  expect(seen.filter((one) => one === 'interval')).toHaveLength(2);
  expect(seen).toContain('frame');
  expect(seen[seen.length - 1]).toBe('key');
});

it('empties the own names of the app in both storages, and no others', async () => {
  write(`ServiceMarket.define({ name: NAME, mount: function (box, context) {
    context.app.storage.set('move', { x: 1 });
    localStorage.setItem('svc:app:' + NAME + ':direct', '1');
    sessionStorage.setItem('svc:app:' + NAME + ':direct', '1');
    localStorage.setItem('chess_level', '3');
    sessionStorage.setItem('chess_session', 'AB12');
    localStorage.setItem('svc:app:' + NAME + '-other:kept', '1');
  } });`);
  await open();
  expect(localStorage.getItem(`svc:app:${name}:move`)).toBe('{"x":1}');
  instance?.close();
  const left = [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.includes(`${name}:`));
  expect(left).toEqual([]);
  expect([localStorage.getItem('chess_level'), sessionStorage.getItem('chess_session')]).toEqual(['3', 'AB12']);
  expect(localStorage.getItem(`svc:app:${name}-other:kept`)).toBe('1');
});

it('keeps two apps apart: the end of one ends nothing of the other', async () => {
  const body = `ServiceMarket.define({ name: NAME, mount: function (box, context) {
    context.eventBus.on('go', function () { setTimeout(function () { seen.push(NAME); }, 50); });
  } });`;
  write(body);
  const one = await open();
  const first = name;
  write(body);
  await open();
  instance?.context.eventBus.emit('go');
  one.close();
  installed.delete(first);
  await wait(100);
  expect(seen).toEqual([name]);
});
