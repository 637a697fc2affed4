// Measures a room of ten thousand messages on a weak device: 960×600 at 2×, processor slowed six
// times, low performance on. Brings its own server (PORTAL_BIN, else the debug build).
//   node scripts/measure-chat.mjs PATH_TO_CHROMIUM [MESSAGES]
// Frames a second depend on what else the machine does; the work per frame, printed beside, hardly.
import { say } from '../e2e/lib/chat.mjs';
import { PASSWORD, register, setUp } from '../e2e/lib/people.mjs';
import { startPortal } from '../e2e/lib/portal.mjs';
import { loadavg } from 'node:os';
import { launch, pause } from './cdp.mjs';

const [binary, many = '10000'] = process.argv.slice(2);
if (!binary) {
  console.error('usage: node scripts/measure-chat.mjs PATH_TO_CHROMIUM [MESSAGES]');
  process.exit(2);
}
const SLOWER = 6;
const ROOM = 'class_01';
const LAST = '最后一句';
/** Longer and shorter ones, as people write. */
const WORDS = [
  '好的',
  '今天的数学作业是第三章的全部习题，明天早上交给课代表，不要忘了',
  '谁有英语笔记？拍一张给我看看，谢谢啦',
  '👍',
];

/** Runs in the page: the time until a test holds and is painted, and frames while something moves. */
const TOOLS = `
  window.__until = function (test) {
    return new Promise(function (resolve) {
      var start = performance.now();
      (function look() {
        if (test() || performance.now() - start > 15000) {
          requestAnimationFrame(function () { setTimeout(function () { resolve(performance.now() - start); }); });
        } else requestAnimationFrame(look);
      })();
    });
  };
  window.__scroll = function (speed, ms) {
    var list = document.querySelector('[role=log]'), gaps = [];
    return new Promise(function (resolve) {
      var start = 0, last = 0;
      requestAnimationFrame(function tick(now) {
        if (last) gaps.push(now - last);
        if (!start) start = now;
        list.scrollTop -= speed * (last ? now - last : 16) / 1000;
        last = now;
        if (now - start < ms) return requestAnimationFrame(tick);
        gaps.sort(function (a, b) { return a - b; });
        resolve({ fps: gaps.length / ((last - start) / 1000), worst: gaps[gaps.length - 1], p95: gaps[Math.floor(gaps.length * 0.95)],
                  rows: document.querySelectorAll('article[data-seq]').length, nodes: document.getElementsByTagName('*').length });
      });
    });
  };`;

const portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
let page;
try {
  await setUp(portal);
  const people = [];
  for (const [real, net] of [
    ['林知夏', '夏天'],
    ['陈默', '默默'],
    ['许安然', '安然'],
  ])
    people.push((await register(portal, real, net)).token);
  const lines = Array.from({ length: Number(many) }, (_, i) => i);
  while (lines.length > 0) {
    await Promise.all(lines.splice(0, 100).map((i) => say(portal, people[(i >> 1) % 3], ROOM, `${i} ${WORDS[i % 4]}`)));
  }
  await say(portal, people[1], ROOM, LAST);
  await fetch(`${portal.url}/api/chat/read`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${people[0]}` },
    body: JSON.stringify({ room: ROOM }),
  });
  page = await launch(binary, { width: 960, height: 600 });
  await measure();
} finally {
  await page?.close();
  await portal.stop();
}

async function measure() {
  const { send } = page;
  await prepare();
  await openChat();
  for (const time of ['first time', 'again']) await openRoom(time);
  await scrollFor('up at reading speed', 800);
  await scrollFor('up at a fling', 4000);
  await send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await loadHistory();
  await send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await scrollFor('with the whole history loaded', 2000);
}

/** A signed-in desktop on a slow device. */
async function prepare() {
  const { send, evaluate } = page;
  await send('Emulation.setDeviceMetricsOverride', { width: 960, height: 600, deviceScaleFactor: 2, mobile: false });
  await page.goto(portal.url);
  await evaluate(`(async () => {
    const body = ${JSON.stringify(JSON.stringify({ account: '夏天', password: PASSWORD }))};
    await fetch('/api/auth/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    localStorage.setItem('portal:device:initialized', '1');
    localStorage.setItem('portal:device:perf', 'on');
  })()`);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: TOOLS });
  await page.goto(portal.url);
  await pause(4000);
  await send('Performance.enable');
  await send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  console.log(
    `${page.version}, 960×600 at 2×, processor ${SLOWER}× slower, ${many} messages, load ${loadavg()[0].toFixed(1)}`,
  );
}

async function openChat() {
  const app = await page.evaluate(`(async () => {
    location.hash = '#/app/chat';
    return window.__until(() => [...document.querySelectorAll('button')].some((one) => /01班/.test(one.textContent)));
  })()`);
  print('chat window, first time', app, 'ms');
  await pause(2000);
}

async function openRoom(time) {
  const before = await counters();
  const open = await page.evaluate(`(async () => {
    [...document.querySelectorAll('.pane button')].find((one) => /01班/.test(one.textContent)).click();
    return window.__until(() => [...document.querySelectorAll('article[data-seq]')].some((one) => one.textContent.includes('${LAST}')));
  })()`);
  print(`room, ${time}`, open, 'ms');
  work('opening', before, await counters(), 1);
  await pause(1500);
  if (time === 'first time') {
    await page.evaluate(
      `[...document.querySelectorAll('.pane button')].find((one) => /公共/.test(one.textContent)).click()`,
    );
    await pause(1500);
  }
}

async function scrollFor(what, speed) {
  const before = await counters();
  const run = await page.evaluate(`window.__scroll(${speed}, 3000)`);
  print(
    `scrolling ${what}`,
    run.fps,
    'fps',
    `p95 ${run.p95.toFixed(0)} ms, worst ${run.worst.toFixed(0)} ms, ${run.rows} rows, ${run.nodes} elements`,
  );
  work('a frame', before, await counters(), run.fps * 3);
  await pause(1000);
}

async function loadHistory() {
  await page.evaluate(`(async () => {
    const list = document.querySelector('[role=log]');
    for (let i = 0, still = 0; i < 4000 && still < 40; i += 1) {
      const before = list.scrollHeight;
      list.scrollTop = 0;
      await new Promise((done) => setTimeout(done, 30));
      still = list.scrollHeight === before ? still + 1 : 0;
    }
    list.scrollTop = list.scrollHeight / 2;
  })()`);
  await pause(1000);
}

function print(what, value, unit, more = '') {
  console.log(`${what}: ${value.toFixed(1)} ${unit}${more && ` (${more})`}`);
}

async function counters() {
  const { metrics } = await page.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

function work(what, before, after, count) {
  const per = (key, factor = 1000) => (((after[key] - before[key]) * factor) / count).toFixed(2);
  console.log(
    `     ${what}: ${per('TaskDuration')} ms in all, script ${per('ScriptDuration')}, style ` +
      `${per('RecalcStyleDuration')} (${per('RecalcStyleCount', 1)}×), layout ${per('LayoutDuration')} (${per('LayoutCount', 1)}×)`,
  );
}
