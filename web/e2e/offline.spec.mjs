// The server dies (kill -9) under an open desktop: the page says so, loses nothing of what was
// saved or typed, and goes on by itself when the server is back. A page that is loaded meanwhile comes from what the
// browser keeps of the portal.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { axeFindings } from './lib/axe.mjs';
import { device, faultsOf, launch, shortenTimers, watchedPage } from './lib/browser.mjs';
import { hasStarted } from './lib/desktop.mjs';
import { call, dateIn, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const BUILT_PAGES = fileURLToPath(new URL('../dist/', import.meta.url));

test.describe.serial('a server that dies', () => {
  let portal, token, browser, page, watch;

  test.beforeAll(async () => {
    portal = await startPortal();
    await setUp(portal);
    ({ token } = await register(portal, '林知夏', '夏天'));
    browser = await launch();
    const context = await device(browser);
    await signIn(context, portal, '夏天');
    ({ page, watch } = await watchedPage(context, portal.url));
  });
  test.afterAll(cleanUp);

  const field = (name) => page.getByLabel(name, { exact: true });
  const add = () => page.getByRole('button', { name: '添加', exact: true }).click();
  const row = (title) => page.getByRole('listitem').getByText(title);
  const banner = () => page.getByText('与服务器的连接中断，正在自动重连…');

  test('is killed the moment after a countdown was saved', async () => {
    await page.goto(`${portal.url}/#/app/countdown`);
    await page.getByRole('button', { name: '新建倒计时' }).click();
    await field('标题').fill('高考');
    await field('日期').fill(dateIn(199));
    await page.waitForFunction(hasStarted);
    // The answer arrives, and nothing after it.
    await page.route('**/api/countdown', async (route) => {
      const answer = await route.fetch();
      assert.equal(answer.status(), 200);
      await portal.kill();
      await route.fulfill({ response: answer });
    });
    await add();
    await row('高考').waitFor();
    await banner().waitFor();
    await page.unroute('**/api/countdown');
  });

  test('is missed: a banner, and a form that keeps what was typed', async () => {
    await page.getByRole('button', { name: /^新建/ }).click();
    await field('标题').fill('运动会');
    await field('日期').fill(dateIn(30));
    await add();
    await page.getByText('已断开').waitFor();
    await page.getByRole('alert').getByText('连不上班级服务器').waitFor();
    assert.equal(await field('标题').inputValue(), '运动会');
  });

  test('comes back: the banner goes by itself, and the same press works', async () => {
    await portal.restart();
    await banner().waitFor({ state: 'detached', timeout: 20_000 });
    await page.getByText('已连接').waitFor();
    assert.equal(await field('标题').inputValue(), '运动会');
    await add();
    await row('运动会').waitFor();
    await row('高考').waitFor();
  });

  test('has lost nothing and doubled nothing', async () => {
    await page.reload();
    await row('高考').waitFor();
    const { countdowns } = await call(portal, 'GET', '/api/countdown', { token });
    assert.deepEqual(countdowns.map((entry) => entry.title).sort(), ['运动会', '高考'].sort());
  });

  test('made no fault on the way', () => {
    // What had not been fetched when the server died says so once, and starts when it is back.
    const late = /^warning: \[portal\] the service of \w+ did not start/;
    assert.deepEqual(
      faultsOf(watch, ['net::ERR_']).filter((line) => !late.test(line)),
      [],
    );
  });
});

test.describe.serial('a device that keeps the shell', () => {
  let portal, context, page;
  let folder;

  test.beforeAll(async () => {
    // A front end on the disk, so that the test can bring a new build.
    folder = await mkdtemp(join(tmpdir(), 'classportal-pages-'));
    await cp(BUILT_PAGES, folder, { recursive: true });
    portal = await startPortal({ PUBLIC_DIR: folder });
    await setUp(portal);
    await register(portal, '林知夏', '夏天');
    context = await device(await launch(), 'desktop', { worker: true });
    await shortenTimers(context, [{ from: 10_000, to: 10_000, by: 10 }]);
    await signIn(context, portal, '夏天');
    page = await context.newPage();
  });
  test.afterAll(async () => {
    await cleanUp();
    await rm(folder, { recursive: true, force: true });
  });

  /** The paths that the browser keeps, of all caches. */
  const kept = () =>
    page.evaluate(async () => {
      const lists = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    });
  const build = () => page.evaluate(() => document.documentElement.dataset.build ?? 'first');

  test('shows the portal, and that the server is away, without a server', async () => {
    await page.goto(portal.url);
    await page.getByRole('article', { name: '时钟' }).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const paths = await kept();
    assert.ok(paths.includes('/') && paths.length > 5, paths.join(' '));
    assert.deepEqual(
      paths.filter((path) => !/^\/($|assets\/|polyfills\.js$)/.test(path)),
      [],
    );
    await portal.kill();
    await page.reload();
    await page.getByRole('heading', { name: '暂时打不开班级门户' }).waitFor();
    assert.deepEqual((await axeFindings(page)).faults, []);
  });

  test('goes on by itself when the server is back', async () => {
    await portal.restart();
    await page.getByRole('article', { name: '时钟' }).waitFor();
  });

  test('shows a new build at the next start, and removes the old one', async () => {
    for (const file of ['index.html', 'sw.js']) {
      for (const ending of ['.gz', '.br']) await rm(join(folder, file + ending), { force: true });
    }
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    await writeFile(join(folder, 'index.html'), html.replace('<html ', '<html data-build="second" '));
    // The server looks at the disk once a second.
    const served = (path) => page.evaluate(async (url) => (await fetch(url)).text(), path);
    await expect.poll(() => served('/')).toContain('data-build');
    const script = await readFile(join(folder, 'sw.js'), 'utf8');
    const [, before] = /build:[`"'](\w+)/.exec(script);
    await writeFile(join(folder, 'sw.js'), script.replace(before, 'second'));
    await expect.poll(() => served('/sw.js')).toContain('second');
    await page.reload();
    assert.equal(await build(), 'second');
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['portal-shell-second']);
    await portal.kill();
    await page.reload();
    await page.getByRole('heading', { name: '暂时打不开班级门户' }).waitFor();
    assert.equal(await build(), 'second');
  });

  test('shows a page of its own when nothing is kept', async () => {
    await page.evaluate(() => caches.delete('portal-shell-second'));
    await page.reload();
    await page.getByRole('heading', { name: '连不上班级门户' }).waitFor();
    assert.deepEqual((await axeFindings(page)).faults, []);
  });

  test('loses the worker when the portal is served without', async () => {
    await rm(join(folder, 'sw.js'));
    await portal.restart();
    // By itself: the page asks every few seconds.
    await page.getByRole('article', { name: '时钟' }).waitFor();
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(workers).toBe(0);
  });
});
