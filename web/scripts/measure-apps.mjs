// Measures how long an app takes to open on a weak device: 960×600 at 2×, processor slowed six times, low performance
// on. Brings its own server (PORTAL_BIN, else the debug build) with sixty posts and the samples of the market.
//   node scripts/measure-apps.mjs PATH_TO_CHROMIUM [ROUNDS]
// From the change of the address until the window shows what the app has mounted: the first time with its files to load,
// and again.
import { loadavg } from 'node:os';
import { call, PASSWORD, register, setUp } from '../e2e/lib/people.mjs';
import { startPortal } from '../e2e/lib/portal.mjs';
import { launch, pause } from './cdp.mjs';

const [binary, rounds = '5'] = process.argv.slice(2);
if (!binary) {
  console.error('usage: node scripts/measure-apps.mjs PATH_TO_CHROMIUM [ROUNDS]');
  process.exit(2);
}
const SLOWER = 6;
const MEMBER = '夏天';
const SAMPLES = ['gobang', 'quiz-rush', 'class-poll'];
/** The apps, and what stands in their windows when they are mounted. */
const APPS = [
  ['community', 'article[data-id]'],
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

const portal = await startPortal({ RATE_LIMIT_USER: '0', RATE_LIMIT_MARKET: '0', RATE_LIMIT_POSTS: '0' });
try {
  await setUp(portal);
  await register(portal, '林知夏', MEMBER);
  const { token } = await register(portal, '周明远', '班长');
  for (const name of SAMPLES) await call(portal, 'POST', '/api/market/install', { body: { name }, token });
  for (let number = 0; number < 60; number += 1)
    await call(portal, 'POST', '/api/community', { body: post(number), token });
  const times = new Map(APPS.map(([name]) => [name, { first: [], again: [] }]));
  for (let round = 0; round < Number(rounds); round += 1) await measure(times);
  for (const [name, { first, again }] of times) {
    console.log(`${name.padEnd(12)} first ${middle(first)} ms, again ${middle(again)} ms (medians of ${rounds})`);
  }
} finally {
  await portal.stop();
}

/** Every sixth one a poll, the others a text of some lines. */
function post(number) {
  const content = Array(1 + (number % 4))
    .fill('今天食堂的番茄炒蛋不错，比上周的咸一点，**推荐**给没去过的同学。')
    .join('\n\n');
  const questions = [{ kind: 'choice', text: '明天还吃吗', options: ['吃', '不吃'] }];
  const title = `第 ${number} 天的食堂`;
  if (number % 6 === 0) return { type: 'poll', title, content, poll: { questions } };
  return { type: number % 2 ? 'forum' : 'food', title, content, tags: ['食堂'] };
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
    if (times.get('community').first.length === 0) {
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
