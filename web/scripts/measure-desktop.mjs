// Measures the desktop on a weak device: 960×600 at 2×, processor slowed six times. Works with any
// Chromium from 80 on; a member of the portal is needed, whose layout is replaced.
//   node scripts/measure-desktop.mjs PATH_TO_CHROMIUM URL ACCOUNT PASSWORD [first|opening|theming|moving|leaking]
// Frames a second depend on what else the machine does; the work per frame, printed beside, hardly.
import { launch, pause } from './cdp.mjs';

const [binary, url, account, password, only] = process.argv.slice(2);
if (!binary || !url || !account || !password) {
  console.error('usage: node scripts/measure-desktop.mjs PATH_TO_CHROMIUM URL ACCOUNT PASSWORD [PART]');
  process.exit(2);
}

const SLOWER = 6;
const OPENS = 200;
const WAIT_MS = 20_000;
const rows = [];
let failed = 0;

/** Runs in the page: notes when each widget of the first screen shows something. */
const WATCH = `
  window.__ready = 0;
  (function look() {
    var hosts = [].slice.call(document.querySelectorAll('.host'));
    var full = hosts.length > 0 && hosts.every(function (host) {
      return host.textContent.trim() !== '' && !host.querySelector('.skeleton');
    });
    if (full) window.__ready = performance.now();
    else requestAnimationFrame(look);
  })();`;
// What runs in the page is text, so that it also parses on the oldest of the browsers.

/** Runs in the page: frames a second while \`step\` moves something for two seconds. */
const FRAMES = `
  window.__frames = function (step) {
    return new Promise(function (resolve) {
      var count = 0, start = 0;
      requestAnimationFrame(function tick(now) {
        if (!start) start = now;
        count += 1;
        step(now - start);
        if (now - start < 2000) requestAnimationFrame(tick);
        else resolve((count - 1) / ((now - start) / 1000));
      });
    });
  };
  window.__until = function (test) {
    return new Promise(function (resolve) {
      var start = performance.now();
      (function look() {
        if (test() || performance.now() - start > 15000) {
          requestAnimationFrame(function () { resolve(performance.now() - start); });
        } else requestAnimationFrame(look);
      })();
    });
  };`;

// Two hundred apps in a row are more navigations than the engine lets a page have.
const args = ['--disable-ipc-flooding-protection'];
const page = await launch(binary, { width: 960, height: 600, args });
const { send, evaluate } = page;
const traffic = new Map();
page.on('Network.requestWillBeSent', ({ requestId, request }) => {
  if (/^https?:/.test(request.url)) traffic.set(requestId, { url: request.url, bytes: 0 });
});
page.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  const entry = traffic.get(requestId);
  if (entry) entry.bytes = encodedDataLength;
});

try {
  await send('Emulation.setDeviceMetricsOverride', {
    width: 960,
    height: 600,
    deviceScaleFactor: 2,
    mobile: false,
  });
  await page.goto(url);
  await evaluate(setUp(account, password));
  await send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH + FRAMES });
  await send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const parts = { first: firstLoad, opening, theming, moving, leaking };
  if (only && !parts[only]) throw new Error(`there is no part ${only}`);
  if (only && only !== 'first') {
    await page.goto(url);
    await waitFor('window.__ready');
    await pause(3000);
  }
  await send('Performance.enable');
  for (const [name, part] of Object.entries(parts)) if (!only || only === name) await part();
} finally {
  await page.close();
}

console.log(`${page.version}, 960×600 at 2×, processor ${SLOWER}× slower`);
for (const row of rows) console.log(row);
process.exit(failed > 0 ? 1 : 0);

/** Signs in and puts the class default on the desktop, low performance on as such a device has it. */
function setUp(name, secret) {
  const body = JSON.stringify({ account: name, password: secret });
  return `(async () => {
    const json = { 'Content-Type': 'application/json' };
    const login = await fetch('/api/auth/login', { method: 'POST', headers: json, body: ${JSON.stringify(body)} });
    if (!login.ok) throw new Error('login: ' + login.status);
    await fetch('/api/user/settings', { method: 'PUT', headers: json, body: '{"desktop_layout":null,"theme":"light"}' });
    localStorage.clear();
    localStorage.setItem('portal:device:initialized', '1');
    localStorage.setItem('portal:device:perf', 'on');
  })()`;
}

async function firstLoad() {
  await send('Network.setCacheDisabled', { cacheDisabled: true });
  traffic.clear();
  await page.goto(url);
  const ready = await waitFor('window.__ready');
  await pause(600);
  await send('Network.setCacheDisabled', { cacheDisabled: false });
  const paint = await evaluate(
    `(performance.getEntriesByType('paint').find((e) => e.name === 'first-contentful-paint') || {}).startTime || 0`,
  );
  const all = [...traffic.values()].filter(({ url: address }) => address.startsWith(new URL(url).origin));
  const files = all.filter(({ url: address }) => !address.includes('/api/'));
  const code = files.filter(
    ({ url: address }) => /\.(js|css)$/.test(address) || address === url || address === `${url}/`,
  );
  const bytes = code.reduce((sum, entry) => sum + entry.bytes, 0);
  say('first contentful paint', paint, 500, 'ms');
  say('all default widgets', ready, 1500, 'ms');
  say('requests of the first load (files)', files.length, 12, '');
  console.error(all.map((entry) => `  ${entry.bytes} B ${new URL(entry.url).pathname}`).join('\n'));
  say('page, scripts and styles as sent', bytes / 1000, 110, 'kB');
}

async function opening() {
  for (const name of ['countdown', 'level', 'settings']) {
    say(`open ${name}, first time`, await open(name), 300, 'ms');
    await closeAll();
    say(`open ${name}, again`, await open(name), 300, 'ms');
    await closeAll();
  }
}

/** Milliseconds from the link to the first content. */
function open(name) {
  return evaluate(`(async () => {
    const before = performance.now();
    location.hash = '#/app/${name}';
    await window.__until(() => document.querySelector('.window .content > *:not(.skeleton)'));
    return performance.now() - before;
  })()`);
}

async function theming() {
  const times = [];
  for (let i = 0; i < 6; i++) {
    times.push(
      await evaluate(`new Promise((resolve) => {
      const start = performance.now();
      const dark = document.documentElement.getAttribute('data-theme') === 'dark';
      document.querySelector('.bar [aria-label="' + (dark ? '切换到浅色' : '切换到深色') + '"]').click();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
    })`),
    );
    await pause(500);
  }
  say('theme switch (median of 6)', times.sort((a, b) => a - b)[3], 100, 'ms');
}

async function moving() {
  await evaluate(`fetch('/api/user/settings', {
    method: 'PUT', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ desktop_layout: { pages: [{ id: 'p', widgets: Array.from({ length: 24 }, (_, i) => ({
      id: 'w' + i, type: ['clock-now', 'countdown-next', 'level-sign-in'][i % 3], config: {}, size: { w: 2, h: 2 },
    })) }] } }),
  })`);
  await page.goto('about:blank');
  await page.goto(url);
  await waitFor('window.__ready');
  await pause(1500);
  const scroll = await evaluate(`(() => {
    const scroller = document.querySelector('.page');
    const range = scroller.scrollHeight - scroller.clientHeight;
    return window.__frames((ms) => { scroller.scrollTop = (range * (1 - Math.cos(ms / 300))) / 2; });
  })()`);
  say('scrolling 24 widgets', -scroll, -50, 'fps');

  await evaluate(
    `location.hash = '#/app/countdown'; window.__until(() => document.querySelector('.window .countdown'))`,
  );
  await pause(800);
  await drag('dragging a window', '.window .title-bar');
  await closeAll();
  await evaluate(`document.querySelector('.edit').click(); window.__until(() => document.querySelector('.grip'))`);
  await pause(1200);
  await drag('dragging a widget over 24', '.grip');
  await evaluate(`document.querySelector('.tool.done').click()`);
}

/** Moves the mouse with the button down for two seconds while the page counts its frames. */
async function drag(what, selector) {
  const box = await evaluate(`(() => {
    document.querySelector('.page').scrollTop = 0;
    const box = document.querySelector('${selector}').getBoundingClientRect();
    return { x: box.left + 60, y: box.top + 24 };
  })()`);
  await mouse('mousePressed', box.x, box.y);
  await mouse('mouseMoved', box.x + 12, box.y);
  await pause(300);
  const before = await counters();
  const frames = evaluate('window.__frames(() => undefined)');
  const end = Date.now() + 2000;
  for (let i = 0; Date.now() < end; i++) {
    await mouse('mouseMoved', box.x + 150 + 140 * Math.sin(i / 12), box.y + 90 + 80 * Math.cos(i / 9));
    await pause(8);
  }
  const result = await frames;
  const work = workPerFrame(before, await counters(), result * 2);
  await mouse('mouseReleased', box.x, box.y);
  await pause(300);
  say(what, -result, -50, 'fps');
  rows.push(work);
}

/** What the main thread has done so far. */
async function counters() {
  const { metrics: list } = await send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

/** One line of what a frame cost, in ms of the main thread. */
function workPerFrame(before, after, frames) {
  const per = (key, factor = 1000) => (((after[key] - before[key]) * factor) / frames).toFixed(2);
  return (
    `     a frame: ${per('TaskDuration')} ms in all, script ${per('ScriptDuration')}, style ` +
    `${per('RecalcStyleDuration')} (${per('RecalcStyleCount', 1)}×), layout ${per('LayoutDuration')} (${per('LayoutCount', 1)}×)`
  );
}

function mouse(type, x, y) {
  return send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
}

async function leaking() {
  await send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await round(12);
  const before = await metrics();
  await round(OPENS);
  const after = await metrics();
  const grown = (key) => after[key] - before[key];
  say(`heap after ${OPENS} more opens, growth`, grown('JSHeapUsedSize') / 1e6, 1.5, 'MB');
  say(`listeners after ${OPENS} more opens, growth`, grown('JSEventListeners'), 10, '');
  say(`DOM nodes after ${OPENS} more opens, growth`, grown('Nodes'), 50, '');
}

/** Opens and closes an app so many times. */
function round(count) {
  return evaluate(`(async () => {
    for (let i = 0; i < ${count}; i++) {
      const app = ['countdown', 'level', 'settings'][i % 3];
      location.hash = '#/app/' + app;
      await window.__until(() => document.querySelector('.window .content > *:not(.skeleton)'));
      document.querySelector('.window [aria-label="关闭"]').click();
      await window.__until(() => !document.querySelector('.window'));
    }
  })()`);
}

async function metrics() {
  for (let i = 0; i < 3; i++) {
    await send('HeapProfiler.collectGarbage');
    await pause(300);
  }
  return counters();
}

async function closeAll() {
  await evaluate(`(async () => {
    document.querySelectorAll('.window [aria-label="关闭"]').forEach((button) => button.click());
    await window.__until(() => !document.querySelector('.window'));
  })()`);
  await pause(400);
}

async function waitFor(expression) {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await pause(50)) {
    const value = await evaluate(expression);
    if (value) return value;
  }
  throw new Error(`nothing came of ${expression}`);
}

/** One line; negative numbers are those of which more is better. */
function say(what, value, target, unit) {
  const good = value <= target;
  if (!good) failed += 1;
  const [shown, wanted] = [Math.abs(value), Math.abs(target)];
  const sign = target < 0 ? '≥' : '≤';
  rows.push(`${good ? 'ok  ' : 'MISS'} ${what}: ${Number(shown.toFixed(1))} ${unit} (${sign} ${wanted})`);
}
