// Events that come at their time: a new level, a broadcast that must be seen, an app that is switched off
// under one's hands, a video behind the desktop, the lock after idle minutes, new pages by force.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { device, launch, pictureFolder, watchedPage } from './lib/browser.mjs';
import { addCountdown, call, register, setUp, signIn, ZONE } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

/** Twelve frames of 160 × 90, VP8. A film that the test records itself has no frame on a machine that is busy. */
const FILM = fileURLToPath(new URL('fixtures/waves.webm', import.meta.url));

test.describe.configure({ mode: 'serial' });

let portal, browser, token;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token } = await register(portal, '林知夏', '夏天'));
  await register(portal, '周明远', '班主任');
  await addCountdown(portal, token, '高考', 199);
  browser = await launch();
});
test.afterAll(cleanUp);

/** A page of a member; `prepare` sees it before it loads anything. */
async function open(name, prepare = async () => undefined, size = 'tablet') {
  const fresh = await device(browser, size);
  await signIn(fresh, portal, name);
  const { page } = await watchedPage(fresh, portal.url);
  await prepare(page, fresh);
  await page.goto(portal.url);
  await page.locator('.host, .lock').first().waitFor();
  return page;
}
const button = (page, name) => page.getByRole('button', { name, exact: true });
const shot = (page, name) => page.screenshot({ path: join(pictureFolder('timed-events'), `${name}.png`) });
const answer = (data) => ({ json: { code: 200, message: 'ok', data } });

test.describe('timed events', () => {
  test('celebrates a new level, once, and goes by itself', async () => {
    const page = await open('林知夏', async (fresh) => {
      await fresh.route('**/api/level/daily-login', async (route) => {
        const real = await (await route.fetch()).json();
        await route.fulfill(answer({ ...real.data, exp: 60, level: 1, leveled_up: true }));
      });
    });
    await button(page, '每日签到').click();
    await page.locator('.moment').waitFor();
    await page.waitForTimeout(400);
    await shot(page, 'level-up');
    await page.locator('.moment').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('shows an urgent broadcast that was missed until it is acknowledged, and says so', async () => {
    const seen = [];
    const page = await open('林知夏', async (fresh) => {
      const at = '2027-01-01T08:00:00.000Z';
      const one = {
        id: 'b1',
        content: '今天下午停课，请立即回教室集合',
        priority: 'urgent',
        created_at: at,
        active: true,
        seen: false,
      };
      await fresh.route('**/api/assets/broadcasts', (route) => route.fulfill(answer([one])));
      await fresh.route('**/api/broadcasts/*/seen', (route) => {
        seen.push(new URL(route.request().url()).pathname);
        return route.fulfill(answer(null));
      });
    });
    await page.getByRole('alert').getByText('今天下午停课').waitFor();
    await page.waitForTimeout(6000);
    await shot(page, 'broadcast');
    // Shown is not seen: a reload brings it back.
    assert.deepEqual(seen, []);
    await page.reload();
    await page.getByRole('alert').getByText('今天下午停课').waitFor();
    await button(page, '知道了').click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    assert.deepEqual(seen, ['/api/broadcasts/b1/seen']);
    await page.context().close();
  });

  test('leaves an app that is switched off, and loses nothing that was typed', async () => {
    const sockets = [];
    const page = await open('林知夏', (fresh) =>
      fresh.routeWebSocket(/\/ws\?/, (socket) => {
        sockets.push(socket);
        socket.send(JSON.stringify({ type: 'connected', seq: 0 }));
      }),
    );
    await page.evaluate(() => (location.hash = '#/app/countdown'));
    await button(page, '新建').click();
    await page.getByLabel('标题').fill('写了一半');
    for (let tries = 0; sockets.length === 0 && tries < 300; tries++) await page.waitForTimeout(100);
    const turn = (enabled) =>
      sockets[sockets.length - 1].send(
        JSON.stringify({ type: 'market_app_control_changed', appName: 'countdown', enabled, updatedBy: '260100' }),
      );
    turn(false);
    await page.getByText('「倒计时」已被管理员关闭', { exact: true }).waitFor();
    await page.getByRole('dialog', { name: '倒计时' }).waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('navigation', { name: '应用' }).getByText('倒计时').count(), 0);
    await shot(page, 'app-off');
    turn(true);
    await page.getByRole('navigation', { name: '应用' }).getByText('倒计时').click();
    assert.equal(await page.getByLabel('标题').inputValue(), '写了一半');
    await page.context().close();
  });
});

test.describe('timed events of the whole screen', () => {
  test('plays a video behind the desktop that a class admin has uploaded', async () => {
    const page = await open(
      '周明远',
      async (fresh, context) => {
        await fresh.emulateMedia({ reducedMotion: 'no-preference' });
        await context.addInitScript(() => localStorage.setItem('portal:device:perf', 'off'));
      },
      'desktop',
    );
    await page.evaluate(() => (location.hash = '#/app/settings/appearance'));
    await page.locator('[data-portal-wallpaper] input').setInputFiles(FILM);
    await page.getByText('waves', { exact: true }).click();
    await page.locator('.back video.shown').waitFor();
    assert.equal(await page.locator('.back video').evaluate((video) => video.muted && !video.paused), true);
    await shot(page, 'video-wallpaper');
    await page
      .locator('[data-portal-wallpaper] input')
      .setInputFiles({ name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await shot(page, 'upload-refused');
    await page.context().close();
  });

  test('locks after idle minutes, with nothing lost behind it', async () => {
    const page = await open('林知夏', async (fresh, context) => {
      await context.addInitScript(() => localStorage.setItem('portal:device:lock', '5'));
      await fresh.clock.install();
    });
    await page.clock.runFor(4 * 60_000);
    assert.equal(await page.getByRole('dialog', { name: '已锁屏' }).count(), 0);
    await page.clock.runFor(70_000);
    await page.getByRole('dialog', { name: '已锁屏' }).waitFor();
    await shot(page, 'idle-lock');
    await page.context().close();
  });
});

test.describe('timed events of the page', () => {
  test('takes new pages by force, but not from under someone who writes', async () => {
    let forced = false;
    // By how much the page's clock is before the server's; the page cannot be asked while it reloads.
    let ahead = 0;
    const since = new Date().toISOString();
    const page = await open('林知夏', async (fresh) => {
      await fresh.clock.install();
      await fresh.route('**/api/system/heartbeat', async (route) => {
        const { data } = await (await route.fetch()).json();
        const timestamp = data.timestamp + ahead;
        const order = { buildHash: 'next', forceUpdate: true, action: 'force_reload', forceUpdateSince: since };
        await route.fulfill(answer({ ...data, timestamp, ...(forced && order) }));
      });
    });
    /** Lets the page's clock run, with time for answers between. */
    const pass = async (seconds) => {
      for (let gone = 0; gone < seconds; gone += 10) {
        ahead += 10_000;
        await page.clock.runFor(10_000);
        await new Promise((done) => setTimeout(done, 300));
      }
    };
    await page.evaluate(() => (window.stillHere = true));
    await pass(30);
    await page.evaluate(() => (location.hash = '#/app/countdown'));
    await button(page, '新建').click();
    await page.getByLabel('标题').fill('正在写');
    forced = true;
    await pass(180);
    assert.equal(await page.evaluate(() => window.stillHere), true, 'not while someone writes');
    await page.getByLabel('标题').fill('');
    const reloaded = page.waitForEvent('load', { timeout: 120_000 });
    await pass(180).catch(() => undefined);
    await reloaded;
    await page.context().close();
  });

  test('tells of a wrong clock, a lost wallpaper and new pages, and goes on', async () => {
    const wallpaper = '/resources/wallpapers/gone.jpg';
    await call(portal, 'PUT', '/api/user/settings', { token, body: { wallpaper } });
    let beats = 0;
    const page = await open('林知夏', async (fresh) => {
      await fresh.route('**/api/system/heartbeat', async (route) => {
        const { data } = await (await route.fetch()).json();
        beats += 1;
        await route.fulfill(
          answer({ ...data, timestamp: data.timestamp + 86_400_000, ...(beats > 1 && { buildHash: 'next' }) }),
        );
      });
    });
    await page.getByText('班级门户有新版本').waitFor();
    const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('zh-CN', {
      timeZone: ZONE,
      month: 'long',
      day: 'numeric',
    });
    await page.getByRole('article', { name: '时钟' }).getByText(tomorrow).waitFor();
    await button(page, /^通知/).click();
    await page.getByRole('dialog', { name: '通知' }).getByText('这台设备的时间不准').waitFor();
    await page.getByRole('dialog', { name: '通知' }).getByText('壁纸没有加载出来，先显示默认壁纸').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('article', { name: '倒计时' }).getByText('高考').waitFor();
    const reloaded = page.waitForEvent('load');
    await button(page, '刷新').click();
    await reloaded;
    await call(portal, 'PUT', '/api/user/settings', { token, body: { wallpaper: 'default' } });
    await page.context().close();
  });

  test('shows an app in full on a phone, and Back leaves it', async () => {
    const page = await open('林知夏', async () => undefined, 'phone');
    await page.evaluate(() => (location.hash = '#/app/countdown'));
    await page.locator('.window.fullscreen').waitFor();
    await page.waitForTimeout(400);
    await shot(page, 'fullscreen');
    await page.goBack();
    await page.locator('.window').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
