// What the tests of embedded pages share: a portal whose class has two members, integrations with pages, the sample page
// of the repository, and a page without the SDK.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { device, launch, watchedPage } from './browser.mjs';
import { hasStarted, until } from './desktop.mjs';
import { lookAt } from './look.mjs';
import { call, register, setUp, signIn } from './people.mjs';
import { startPortal } from './portal.mjs';

const SAMPLE = fileURLToPath(new URL('../../../examples/embedded-page/server.mjs', import.meta.url));
export const SCOPES = ['user:read', 'data:read', 'data:write', 'app:write', 'notification:write', 'message:write'];

let portal, browser, teacher, pupil;

/** Starts the portal; answers it with the tokens of its class admin and of a pupil. */
export async function startClass() {
  portal = await startPortal({ RATE_LIMIT_INTEGRATION: '0' });
  await setUp(portal);
  teacher = (await register(portal, '周明远', '班长')).token;
  pupil = (await register(portal, '林知夏', '夏天')).token;
  browser = await launch();
  return { portal, teacher, pupil };
}

/** The desktop of a member. */
export async function open(account, size, more = {}) {
  const context = await device(browser, size, more);
  await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto(portal.url);
  await page.waitForFunction(hasStarted);
  return {
    context,
    page,
    watch,
    /** The code that brings windows back is there afterwards: one that is closed stays closed. */
    reload: async () => {
      await page.reload();
      await page.waitForFunction(hasStarted);
    },
    window: (name) => page.getByRole('dialog', { name, exact: true }),
    button: (name) => page.getByRole('button', { name, exact: true }),
    sees: (text) => page.getByText(text).first().waitFor(),
    /** The frame of a page, once it is there. */
    frame: async (origin) => {
      await eventually(() => page.frames().some((frame) => frame.url().startsWith(origin)));
      return page.frames().find((frame) => frame.url().startsWith(origin));
    },
  };
}

/** Waits until the answer holds. */
export async function eventually(ask) {
  assert.ok(await until(ask, Boolean), String(ask));
}

/** Takes a picture, and asks for what a reader or a finger would miss. */
export const look = ({ page }, name) => lookAt(page, 'embedded-pages', name);

/** An integration, with a page if it has an address, issued by the class admin. */
export const issue = (name, page, scopes = SCOPES) =>
  call(portal, 'POST', '/api/integrations/tokens', {
    token: teacher,
    body: { name, scopes, ...(page && { origins: [new URL(page).origin], pageUrl: page }) },
  });

export const change = (id, body) => call(portal, 'PUT', `/api/integrations/tokens/${id}`, { token: teacher, body });

/** Starts the sample page of the repository with the secret of an integration, at a port of its own or at this one. */
export async function startSample(secret, port = '0') {
  const env = { PATH: process.env.PATH, PORTAL: portal.url, SECRET: secret, PORT: port };
  const child = spawn(process.execPath, [SAMPLE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, origin: /http:\/\/127\.0\.0\.1:\d+/.exec(said)[0] };
}

/** A server whose every page is this one, with its path in place of `%PATH%`. */
export async function startPage(html) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(html.replaceAll('%PATH%', request.url));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

/** What a page without the SDK has: `got`, the messages that have come, `post` and `ask`. */
const BARE = `window.got = [];
    addEventListener('message', (event) => got.push({ origin: event.origin, ...event.data }));
    window.post = (message) => parent.postMessage(message, '*');
    window.ask = (channel, payload = {}, more = {}) => new Promise((resolve) => {
      const id = Math.random().toString(36).slice(2);
      addEventListener('message', function answer({ data }) {
        if (data.requestId === id) { removeEventListener('message', answer); resolve(data); }
      });
      post({ v: '1.0', type: 'classportal-integration', id, kind: 'request', channel, source: null, target: null,
             payload, timestamp: Date.now(), ...more });
    });
    if (location.pathname === '/speaks') ask('ping');`;

/** A server whose pages use no SDK. */
export const startPlain = () => startPage(`<!doctype html><title>plain</title><p>%PATH%</p><script>${BARE}</script>`);

/** A page of an integration that the pupil has agreed to open; answers the number of the integration. */
export async function agreed(name, page, scopes) {
  const { id } = await issue(name, page, scopes);
  const body = { origin: new URL(page).origin, scopes };
  await call(portal, 'PUT', `/api/integration-pages/${id}/consent`, { token: pupil, body });
  return id;
}

/** The refusals of pages in the log of an integration. */
export async function refusals(id) {
  const { entries } = await call(portal, 'GET', `/api/integrations/tokens/${id}/log?refused=true`, { token: teacher });
  return new Set(entries.map(({ event, reason }) => `${reason} ${event}`.trim()));
}
