// The browser of the tests, and a watch over each page: errors, and requests to other hosts.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
const WAIT_MS = 10_000;

export const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 960, height: 600 }, deviceScaleFactor: 2, hasTouch: true },
  desktop: { viewport: { width: 1366, height: 768 } },
  panel: { viewport: { width: 3840, height: 2160 } },
};

/** Where people find the pictures. */
export const PICTURES = fileURLToPath(new URL('../../../target/e2e/', import.meta.url));

/** Starts Chromium: the one of CHROMIUM, else the one of the system. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ARGUMENTS,
  });
}

/** A fresh device of one of the sizes, in Chinese unless told otherwise. */
export async function device(browser, size = 'desktop', { language = 'zh', motion = 'reduce' } = {}) {
  const context = await browser.newContext({
    ...SIZES[size],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: motion,
    colorScheme: 'light',
  });
  context.setDefaultTimeout(WAIT_MS);
  if (language !== 'zh') {
    await context.addInitScript((code) => localStorage.setItem('portal:device:lang', code), language);
  }
  return context;
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
    watch.errors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return { page, watch };
}

/**
 * What a page did wrong. A refused call (401 of a guest, a wrong password) is an answer and no
 * fault, but the browser logs it all the same: name the expected ones, such as `401` or `ERR_`.
 */
export function faultsOf(watch, expected = []) {
  const answers = expected.map((what) => new RegExp(`Failed to load resource.*${what}`));
  const errors = watch.errors.filter((line) => !answers.some((answer) => answer.test(line)));
  return [...errors, ...watch.foreign.map((url) => `request to another host: ${url}`)];
}

/** Saves a picture of the page for people to look at. */
export async function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
