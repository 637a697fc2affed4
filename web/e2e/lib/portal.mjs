// Starts, kills and restarts the real server on a temporary folder of its own.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ZONE } from './people.mjs';

const BUILT = fileURLToPath(new URL('../../../target/debug/classportal', import.meta.url));
const BINARY = process.env.PORTAL_BIN ?? BUILT;
const START_MS = 60_000;
const STOP_MS = 12_000;

/** No variable of the developer's shell gets through, and no limit that a test does not ask for. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  WS_PORT: '0',
  TIMEZONE: ZONE,
  JWT_SECRET: 'only-for-browser-tests-0123456789abcdef',
  RATE_LIMIT_LOGIN: '0',
  RATE_LIMIT_REGISTER: '0',
  RATE_LIMIT_USER: '0',
};

const running = new Set();
// A test run that is cut off must leave no server behind.
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

const portals = new Set();
const LOG_KEPT = 1_000_000;

/** What each portal that has not been stopped has printed. */
export const portalLogs = () => [...portals].map(({ log }) => log);

/** Ends every portal that has not been stopped, and removes its folder. */
export async function stopPortals() {
  await Promise.all([...portals].map((portal) => portal.stop()));
}

/** Starts a server; `environment` adds to or replaces the variables above. */
export async function startPortal(environment = {}) {
  if (!existsSync(BINARY)) {
    throw new Error(`no server at ${BINARY}: run \`cargo xtask test --only web-build,build\` or set PORTAL_BIN`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'classportal-e2e-'));
  const variables = { ...ENVIRONMENT, DB_PATH: join(folder, 'portal.db'), ...environment };
  const options = (port) => ({ cwd: folder, env: { ...variables, PORT: String(port) } });
  let child = null;

  const portal = {
    url: '',
    /** Where its data is, and where its commands run; removed in the end. */
    folder,
    /** What the server printed before it listened. */
    said: '',
    /** The newest of all that the server printed, over its restarts. */
    log: '',
    /** Ends the process at once, as a power cut would. */
    async kill() {
      await end(child, 'SIGKILL');
    },
    /** Starts it again with the same data at the same address. */
    async restart() {
      child = start(options(new URL(portal.url).port), keep);
      ({ said: portal.said } = await listening(child));
    },
    /** Runs `classportal …` beside the server and answers what it printed. */
    async command(...words) {
      const { stdout } = await promisify(execFile)(BINARY, words, options(0));
      return stdout;
    },
    /** Ends the process and removes the folder. */
    async stop() {
      portals.delete(portal);
      await end(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
  const keep = (text) => {
    portal.log = (portal.log + text).slice(-LOG_KEPT);
  };
  portals.add(portal);
  try {
    child = start(options(0), keep);
    ({ url: portal.url, said: portal.said } = await listening(child));
  } catch (cause) {
    await portal.stop();
    throw cause;
  }
  return portal;
}

/** Starts a provider of the AI chat that takes every key; answers its address. It ends with the portals. */
export const startProvider = () => startStub('ai-stub');

/** Starts a provider of made-up weather, in the same way. */
export const startWeather = () => startStub('weather-stub');

async function startStub(word) {
  const stub = { url: '', log: '', stop: () => (portals.delete(stub), end(child, 'SIGTERM')) };
  const keep = (text) => {
    stub.log = (stub.log + text).slice(-LOG_KEPT);
  };
  const child = start({ env: { PATH: process.env.PATH } }, keep, [word, '--listen', '127.0.0.1:0']);
  portals.add(stub);
  ({ url: stub.url } = await listening(child));
  return stub.url;
}

/** Starts the program; `keep` gets what it prints. */
function start(options, keep, words = ['serve']) {
  const child = spawn(BINARY, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Waits for the line that tells where the server listens; answers that, and what was said before. */
function listening(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const give = (why) => reject(new Error(`the server ${why}:\n${output.slice(-2000)}`));
    const timer = setTimeout(() => give(`did not start within ${START_MS / 1000} s`), START_MS);
    child.once('error', (cause) => give(`cannot be run (${cause.message})`));
    child.once('exit', (code, signal) => give(`ended with ${code ?? signal}`));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output = (output + text).slice(-20_000);
        const found = /^listening on (http:\S+)/m.exec(output);
        if (!found) return;
        clearTimeout(timer);
        resolve({ url: found[1], said: output });
      });
    }
  });
}

async function end(child, signal) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(timer);
}
