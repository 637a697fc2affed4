// Measures how long an app of the market takes to open on a weak device: 960×600 at 2×, processor slowed six times, low
// performance on. Brings its own server (PORTAL_BIN, else the debug build) with the samples of the market.
//   node scripts/measure-market.mjs PATH_TO_CHROMIUM [ROUNDS]
// From the change of the address until the window shows what the app has mounted: the first time with its files to load,
// and again.
import { loadavg } from 'node:os';
import { call, PASSWORD, register, setUp } from '../e2e/lib/people.mjs';
import { startPortal } from '../e2e/lib/portal.mjs';
import { launch, pause } from './cdp.mjs';

const [binary, rounds = '5'] = process.argv.slice(2);
if (!binary) {
  console.error('usage: node scripts/measure-market.mjs PATH_TO_CHROMIUM [ROUNDS]');
  process.exit(2);
}
const SLOWER = 6;
const MEMBER = '夏天';
/** The samples with a window, and what stands in it when it is mounted. */
const APPS = [
  ['gobang', '.gobang'],
  ['quiz-rush', '.quiz'],
  ['class-poll', '.poll'],
];

/** Runs in the page: the time until a test holds and is painted. */
const TOOLS = `
  window.__until = function (test) {
    return new Promise(function (resolve, reject) {
      var start = performance.now();
      (function look() {
        if (performance.now() - start > 15000) return reject(new Error('nothing was mounted'));
        if (!test()) return requestAnimationFrame(look);
        requestAnimationFrame(function () { setTimeout(function () { resolve(performance.now() - start); }); });
      })();
    });
  };`;

const portal = await startPortal({ RATE_LIMIT_USER: '0', RATE_LIMIT_MARKET: '0' });
try {
  await setUp(portal);
  await register(portal, '林知夏', MEMBER);
  const { token } = await register(portal, '周明远', '班长');
  for (const [name] of APPS) await call(portal, 'POST', '/api/market/install', { body: { name }, token });
  const times = new Map(APPS.map(([name]) => [name, { first: [], again: [] }]));
  for (let round = 0; round < Number(rounds); round += 1) await measure(times);
  for (const [name, { first, again }] of times) {
    console.log(`${name.padEnd(12)} first ${middle(first)} ms, again ${middle(again)} ms (medians of ${rounds})`);
  }
} finally {
  await portal.stop();
}

function middle(all) {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)].toFixed(0);
}

/** A browser with nothing of the apps in its cache. */
async function measure(times) {
  const page = await launch(binary, { width: 960, height: 600 });
  const { send, evaluate } = page;
  try {
    await send('Emulation.setDeviceMetricsOverride', { width: 960, height: 600, deviceScaleFactor: 2, mobile: false });
    await page.goto(portal.url);
    await evaluate(`(async () => {
      const body = ${JSON.stringify(JSON.stringify({ account: MEMBER, password: PASSWORD }))};
      await fetch('/api/auth/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      localStorage.setItem('portal:device:initialized', '1');
      localStorage.setItem('portal:device:perf', 'on');
    })()`);
    await send('Page.addScriptToEvaluateOnNewDocument', { source: TOOLS });
    await page.goto(portal.url);
    await pause(4000);
    if (times.get('gobang').first.length === 0) {
      console.log(`${page.version}, 960×600 at 2×, processor ${SLOWER}× slower, load ${loadavg()[0].toFixed(1)}`);
    }
    await send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    for (const [name, mounted] of APPS) {
      for (const time of ['first', 'again']) {
        const took = await evaluate(`(async () => {
          location.hash = '#/app/${name}';
          return window.__until(() => document.querySelector('${mounted}'));
        })()`);
        times.get(name)[time].push(took);
        await pause(1500);
        await evaluate(`document.querySelector('[aria-label="关闭"]').click()`);
        await pause(1500);
      }
    }
  } finally {
    await page.close();
  }
}
