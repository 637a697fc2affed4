// The first load of the desktop: how many requests, how many bytes, from where, and how soon the
// default widgets show data.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { addCountdown, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';

const MOST_REQUESTS = 12;
/** The desktop itself and the manifests of all apps; 110 is what a classroom panel may be asked for. */
const MOST_KB = 95;

describe('first load', { timeout: 60_000 }, () => {
  let portal, browser;

  before(async () => {
    // The limit of requests is the real one here: loading the desktop must fit well into it.
    portal = await startPortal({ RATE_LIMIT_USER: '60/60' });
    await setUp(portal);
    const { token } = await register(portal, '林知夏', '夏天');
    await addCountdown(portal, token, '高考', 199);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await portal?.stop();
  });

  const visits = [
    ['a device that knows the portal', { knows: true, most: MOST_REQUESTS }],
    ['a device that has never been here', { knows: false, most: MOST_REQUESTS }],
  ];
  for (const [kind, { knows, most }] of visits) {
    it(`is small for ${kind}`, async (test) => {
      const context = await device(browser);
      await signIn(context, portal, '夏天');
      if (knows) await context.addInitScript(() => localStorage.setItem('portal:device:initialized', '1'));
      const { page, watch } = await watchedPage(context, portal.url);
      const urls = await requestsOf(context, page);
      const start = performance.now();
      await page.goto(portal.url);
      await page.getByRole('article', { name: '倒计时' }).getByText('199').waitFor();
      await page.getByRole('article', { name: '时钟' }).getByText(/\d\d:\d\d/).waitFor();
      const ms = Math.round(performance.now() - start);
      await page.waitForLoadState('networkidle');

      const code = urls.filter((url) => /\.(js|css)$/.test(new URL(url).pathname));
      const sizes = await Promise.all(code.map((url) => transferred(url, 'gzip')));
      const packed = await Promise.all(code.map((url) => transferred(url, 'br')));
      test.diagnostic(`${urls.length} requests, ${code.length} of them scripts and styles: ` +
        `${kb(sizes).toFixed(1)} kB gzip, ${kb(packed).toFixed(1)} kB brotli; widgets show data after ${ms} ms`);
      test.diagnostic(urls.map((url) => new URL(url).pathname).join(' '));
      assert.ok(urls.length <= most, `${urls.length} requests:\n${urls.join('\n')}`);
      assert.ok(kb(sizes) <= MOST_KB, `${kb(sizes)} kB gzip`);
      assert.deepEqual(faultsOf(watch), []);
      await context.close();
    });
  }

  it('asks no other host on any page of a session', async () => {
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

/** Everything the page asks for, also what Playwright hides, such as the icon. */
async function requestsOf(context, page) {
  const urls = [];
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) urls.push(request.url);
  });
  return urls;
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
