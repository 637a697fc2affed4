// The first load of the desktop: how many requests, how many bytes, from where, and how soon the
// default widgets show data.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { addCountdown, call, dateIn, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MAX_REQUESTS = 12;
/** The page, all scripts and all styles that a browser asks for until four widgets show data, as gzip sends them. */
const MAX_KB = 90;
/** Calls that count for the limit of a member, until the desktop is connected: four devices may start in a minute. */
const MAX_CALLS = 15;

let portal, browser;

test.beforeAll(async () => {
  // The limit of requests is the real one here: loading the desktop must fit well into it.
  portal = await startPortal({ RATE_LIMIT_USER: '60/60' });
  await setUp(portal);
  const { token } = await register(portal, '林知夏', '夏天');
  await addCountdown(portal, token, '高考', 199);
  await register(portal, '陈默', '秋天');
  const { token: teacher } = await register(portal, '周明远', '周老师');
  const homework = { title: '第 3 章练习', content: '做完对答案', type: 'homework', due_date: dateIn(2) };
  await call(portal, 'POST', '/api/admin/announcements', { token: teacher, body: homework });
  browser = await launch();
});
test.afterAll(cleanUp);

/** Opens the desktop; answers the page, its watch and what it has asked for until it stands. */
async function visit(context) {
  const { page, watch } = await watchedPage(context, portal.url);
  // What the desktop fetches in the background comes a second later and is no part of the first load.
  await page.addInitScript(() => {
    const soon = window.setTimeout;
    window.setTimeout = (work, ms, ...more) => (ms >= 1000 ? 0 : soon(work, ms, ...more));
    window.setInterval = () => 0;
  });
  const asked = await requestsOf(context, page);
  const start = performance.now();
  await page.goto(portal.url);
  await page.getByRole('article', { name: '倒计时' }).getByText('199').waitFor();
  await page
    .getByRole('article', { name: '时钟' })
    .getByText(/\d\d:\d\d/)
    .waitFor();
  await page.getByRole('article', { name: '每日签到' }).getByText(/Lv|级/).first().waitFor();
  await page.getByRole('article', { name: '公告' }).getByText('第 3 章练习').waitFor();
  const ms = Math.round(performance.now() - start);
  await page.waitForLoadState('networkidle');
  return { page, watch, ms, urls: [...asked.urls], travelled: [...asked.travelled] };
}

test.describe.serial('first load', () => {
  test('is small for a device that has never been here', async () => {
    const context = await device(browser);
    await signIn(context, portal, '夏天');
    const { watch, ms, urls } = await visit(context);

    const code = urls.filter((url) => isCode(url) || url === `${portal.url}/`);
    const sizes = await Promise.all(code.map((url) => transferred(url, 'gzip')));
    const packed = await Promise.all(code.map((url) => transferred(url, 'br')));
    console.log(
      `${urls.length} requests, ${code.length} of them the page, scripts and styles: ` +
        `${kb(sizes).toFixed(1)} kB gzip, ${kb(packed).toFixed(1)} kB brotli; widgets show data after ${ms} ms`,
    );
    console.log(urls.map((url) => new URL(url).pathname).join(' '));
    assert.ok(urls.length <= MAX_REQUESTS, `${urls.length} requests:\n${urls.join('\n')}`);
    assert.ok(kb(sizes) <= MAX_KB, `${kb(sizes)} kB gzip`);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('is hardly any code for a device that was here before', async () => {
    const context = await device(browser);
    await signIn(context, portal, '夏天');
    const first = await visit(context);
    // What has its hash in its name never changes; polyfills.js is asked for anew.
    const kept = (url) => isCode(url) && url.includes('/assets/');
    assert.ok(first.travelled.filter(kept).length > 2, 'the first time it travels');
    await first.page.close();
    const { watch, ms, urls, travelled } = await visit(context);
    console.log(`${urls.length} requests, ${travelled.length} of them travel; widgets show data after ${ms} ms`);
    assert.ok(urls.length <= MAX_REQUESTS, `${urls.length} requests:\n${urls.join('\n')}`);
    assert.deepEqual(travelled.filter(kept), []);
    assert.deepEqual([...faultsOf(first.watch), ...faultsOf(watch)], []);
    await context.close();
  });
});

test.describe.serial('a session', () => {
  test('asks for nothing twice until the desktop is connected', async () => {
    const context = await device(browser);
    await signIn(context, portal, '秋天');
    const { page, watch } = await watchedPage(context, portal.url);
    const calls = [];
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      if (response.headers()['x-ratelimit-limit']) calls.push(`${response.request().method()} ${pathname}${search}`);
    });
    const greeted = page
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"connected"')));
    await page.goto(portal.url);
    await greeted;
    // The desktop asks for it every few seconds, so what the greeting has led to is done by then.
    await page.waitForResponse('**/api/system/heartbeat');
    console.log(`${calls.length} calls: ${calls.join(' ')}`);
    assert.deepEqual(calls, [...new Set(calls)]);
    assert.ok(calls.length <= MAX_CALLS, `${calls.length} calls`);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('asks no other host on any page', async () => {
    const context = await device(browser);
    await signIn(context, portal, '夏天');
    const { page, watch } = await watchedPage(context, portal.url);
    for (const app of ['countdown', 'settings']) {
      await page.goto(`${portal.url}/#/app/${app}`);
      await page.reload();
      await page.getByRole('dialog').waitFor();
      await page.waitForLoadState('networkidle');
    }
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });
});

/** Everything the page asks for, also what Playwright hides, such as the icon; and what of it travels. */
async function requestsOf(context, page) {
  const asked = { urls: [], travelled: [] };
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) asked.urls.push(request.url);
  });
  const kept = new Set();
  session.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.fromDiskCache && !kept.has(requestId)) asked.travelled.push(response.url);
  });
  return asked;
}

function isCode(url) {
  return /\.(js|css)$/.test(new URL(url).pathname);
}

/** Bytes of a body as they travel. */
function transferred(url, encoding) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encoding } }, (answer) => {
      let size = 0;
      answer.on('data', (part) => (size += part.length));
      answer.on('end', () => resolve(size));
    }).on('error', reject);
  });
}

function kb(sizes) {
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
