// The browser of the tests, and a watch over each page: errors, and requests to other hosts.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ZONE } from './people.mjs';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=en-US',
];
const WAIT_MS = 30_000;

export const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 960, height: 600 }, deviceScaleFactor: 2, hasTouch: true },
  desktop: { viewport: { width: 1366, height: 768 } },
  sharp: { viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 2 },
  panel: { viewport: { width: 3840, height: 2160 } },
};

/** Where people find the pictures of a group. */
export function pictureFolder(group) {
  const folder = fileURLToPath(new URL(`../../../target/e2e/${group}/`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  return folder;
}

let running;

/** The Chromium of this worker, which starts once: the one of CHROMIUM, else the one of the system. */
export function launch() {
  running ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ARGUMENTS,
    // English whatever the machine speaks: the parts of a date field stand in the order of that language.
    env: { ...process.env, LANGUAGE: '', LC_ALL: 'C.UTF-8' },
  });
  return running;
}

/** Closes every device; the browser stays for the next file. */
export async function closeDevices() {
  const browser = await running;
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** The newest lines that the pages of this worker wrote to their consoles, with the time and the address. */
const written = [];
const LINES_KEPT = 2000;

/** What the pages wrote to their consoles. */
export const consoleLines = () => written.join('\n');

function note(line) {
  written.push(`${new Date().toISOString()} ${line}`);
  if (written.length > LINES_KEPT) written.shift();
}

/**
 * A fresh device of one of the sizes, in a time zone; `language` and `glass` are what was chosen on it before. It has
 * no service worker unless a test asks for one: what a worker answers, no test could watch or change.
 */
export async function device(browser, size = 'desktop', { language, glass = false, zone = ZONE, worker = false } = {}) {
  const context = await browser.newContext({
    ...SIZES[size],
    locale: 'zh-CN',
    timezoneId: zone,
    serviceWorkers: worker ? 'allow' : 'block',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  context.setDefaultTimeout(WAIT_MS);
  beforeClosing(context, () => dropRoutes(context));
  context.on('console', (message) => note(`${message.page()?.url()} ${message.type()}: ${message.text()}`));
  context.on('weberror', (fault) => note(`${fault.page()?.url()} exception: ${fault.error().stack}`));
  // What someone has chosen on this device. A machine with few cores would else show no glass.
  const choices = { ...(language && { lang: language }), ...(glass && { perf: 'off' }) };
  await context.addInitScript((chosen) => {
    for (const [key, value] of Object.entries(chosen)) {
      localStorage.setItem(`portal:device:${key}`, value);
    }
  }, choices);
  return context;
}

/**
 * Shortens the timers of a device's pages whose length, in milliseconds, lies between two bounds: pauses that a
 * test would else sit out. The limits of sockets, 10 and 25 s, must stay out of the bounds.
 */
export function shortenTimers(context, bounds) {
  return context.addInitScript((all) => {
    const wait = window.setTimeout.bind(window);
    const divisor = (ms) => all.find(({ from, to }) => ms >= from && ms <= to)?.by ?? 1;
    window.setTimeout = (what, ms = 0, ...more) => wait(what, ms / divisor(ms), ...more);
  }, bounds);
}

/** Runs `act` before the context `one` closes. */
function beforeClosing(one, act) {
  const close = one.close.bind(one);
  one.close = async (...options) => {
    await act();
    await close(...options);
  };
}

/**
 * Takes the routes of a context's pages away. A page asks for something at any moment, so a route may still be
 * fetching its answer when the page closes; that failure would come after the test and fail the whole file.
 */
async function dropRoutes(context) {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** A page whose faults are written down from the first request on. */
export async function watchedPage(context, origin) {
  const page = await context.newPage();
  const watch = { errors: [], foreign: [], requests: [] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    watch.requests.push(request);
    if (/^https?:|^wss?:/.test(url.protocol) && url.origin !== origin) watch.foreign.push(url.href);
  });
  page.on('pageerror', (error) => watch.errors.push(`exception: ${error.stack ?? error}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    watch.errors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return { page, watch };
}

/**
 * What a page did wrong. A refused call (401 of a guest, a wrong password) is an answer and no
 * fault, but the browser logs it all the same: name the expected ones, such as `401` or `ERR_`.
 */
export function faultsOf(watch, expected = []) {
  const answers = expected.map((what) => new RegExp(`(Failed to load resource|WebSocket connection to).*${what}`));
  const errors = watch.errors.filter((line) => !answers.some((answer) => answer.test(line)));
  return [...errors, ...watch.foreign.map((url) => `request to another host: ${url}`)];
}

/** Waits until nothing moves: no transition under way, and two frames painted. */
export async function waitForAnimations(page) {
  await page.waitForFunction(() => {
    const moving = document
      .getAnimations()
      .some(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
    return !moving && !document.querySelector('[class*="-enter-"], [class*="-leave-"]');
  });
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await page.evaluate(frame);
}
