// A minimal driver over the DevTools protocol that works with any Chromium from version 69 on;
// current Playwright cannot drive those. Used by scripts/smoke-old.mjs.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

const START_MS = 20_000;
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--single-process',
  '--no-zygote',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--remote-debugging-port=0',
];

/** Starts a browser and answers a page with goto, evaluate, shot, send, on, logs and close. */
export async function launch(binary, { width = 1280, height = 800, args = [] } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'portal-chromium-'));
  const options = [`--user-data-dir=${profile}`, `--window-size=${width},${height}`, ...args, 'about:blank'];
  const browser = spawn(binary, [...ARGUMENTS, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  endWithUs(browser);
  const http = `http://${new URL(await devtoolsUrl(browser)).host}`;
  const { Browser: version } = await (await fetch(`${http}/json/version`)).json();
  const page = await firstPage(http);
  const socket = new WebSocket(page.webSocketDebuggerUrl, { perMessageDeflate: false });
  await new Promise((resolve) => socket.once('open', resolve));

  const { send, on } = protocol(socket);
  const logs = logsOf(on);
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`);
  // As the device of a member: the portal begins in the browser's language, and this engine has English alone.
  const { userAgent } = await send('Browser.getVersion');
  await send('Network.setUserAgentOverride', { userAgent, acceptLanguage: 'zh-CN' });

  return {
    version,
    logs,
    send,
    on,
    async goto(url) {
      let timer;
      const loaded = new Promise((resolve) => {
        on('Page.loadEventFired', resolve);
        timer = setTimeout(resolve, START_MS);
      });
      await send('Page.navigate', { url })
        .then(() => loaded)
        .finally(() => clearTimeout(timer));
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'failed');
      return result.value;
    },
    async shot(file) {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });
      writeFileSync(file, Buffer.from(data, 'base64'));
    },
    async close() {
      socket.close();
      browser.kill('SIGKILL');
      await pause(150);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** What the page writes to its console, and the exceptions that nobody caught. */
function logsOf(on) {
  const logs = [];
  on('Runtime.exceptionThrown', ({ exceptionDetails: details }) =>
    logs.push(`exception ${details.exception?.description ?? details.text}`),
  );
  on('Runtime.consoleAPICalled', ({ type, args: values }) =>
    logs.push(`${type} ${values.map((value) => value.value ?? value.description).join(' ')}`),
  );
  on('Log.entryAdded', ({ entry }) => logs.push(`${entry.level} ${entry.text} ${entry.url ?? ''}`));
  return logs;
}

/** Waits for some milliseconds. */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function leave() {
  process.exit(1);
}

/** A run that is cut off must leave no browser behind, and a browser that is gone no listener. */
function endWithUs(browser) {
  const kill = () => browser.kill('SIGKILL');
  process.on('exit', kill);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, leave);
  browser.once('exit', () => {
    process.off('exit', kill);
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave);
  });
}

function devtoolsUrl(browser) {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => {
      browser.kill('SIGKILL');
      reject(new Error(`no answer: ${output.slice(-500)}`));
    }, START_MS);
    browser.stderr.on('data', (data) => {
      output += data;
      const match = /DevTools listening on (ws:\S+)/.exec(output);
      if (!match) return;
      clearTimeout(timer);
      resolve(match[1]);
    });
    browser.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`exit ${code}: ${output.slice(-500)}`));
    });
  });
}

/** A browser that answers may not have made its page yet. */
async function firstPage(http) {
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    const targets = await (await fetch(`${http}/json/list`)).json();
    const page = targets.find(({ type }) => type === 'page');
    if (page) return page;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no page within ${START_MS} ms`);
}

function protocol(socket) {
  const waiting = new Map();
  const listeners = [];
  let lastId = 0;
  socket.on('message', (text) => {
    const message = JSON.parse(text);
    if (!message.id) {
      listeners.filter(([name]) => name === message.method).forEach(([, run]) => run(message.params));
      return;
    }
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  });
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  return { send, on: (name, run) => listeners.push([name, run]) };
}
