// Parts of the desktop that come later than its first picture, and a server that is away by then: what
// was fetched opens, what was not says so, and nothing stays away for good.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { device, faultsOf, launch, pictureFolder, watchedPage } from './lib/browser.mjs';
import { hasStarted, reconnect } from './lib/desktop.mjs';
import { register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MISSING = '这部分还没有下载，连上班级服务器后再打开';
/** What the test of parts that are fetched while the desktop is calm opens without a server. */
const WANTED = ['LockScreen', 'AppDrawer', 'EditOverlay', 'EditMode', 'SearchPalette', 'NotificationsPanel', 'auth'];

test.describe.configure({ mode: 'serial' });

let portal, browser, context, page, watch;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  await register(portal, '林知夏', '夏天');
  await register(portal, '周明远', '远');
  browser = await launch();
});
test.afterEach(async () => context?.close());
test.afterAll(cleanUp);

const button = (name, where = page) => where.getByRole('button', { name, exact: true });
const shown = () => page.locator('.host').first().waitFor();
const dialog = (name) => page.getByRole('dialog', { name, exact: true });

async function open({ account = '夏天', hash = '', prepare = async () => undefined } = {}) {
  context = await device(browser);
  await signIn(context, portal, account);
  ({ page, watch } = await watchedPage(context, portal.url));
  await prepare();
  await page.goto(`${portal.url}/${hash}`);
  await page.locator('.host').first().waitFor({ state: 'attached' });
}

/**
 * Opens the desktop and kills its server before it has fetched anything ahead: the desktop asks for a heartbeat before
 * each part that it fetches while it is calm, and gets no answer here until the server is away.
 */
async function openAndKill() {
  let killed;
  const away = new Promise((resolve) => (killed = resolve));
  const prepare = () =>
    page.route('**/api/system/heartbeat', async (route) => {
      await away;
      await route.continue();
    });
  await open({ prepare });
  await shown();
  await page.waitForFunction(hasStarted);
  await portal.kill();
  killed();
}

test.describe('parts of the desktop', () => {
  test('say that they are not there, and open once the server is back', async () => {
    await openAndKill();
    await page.getByText('与服务器的连接中断，正在自动重连…').waitFor();
    await button('全部应用').click();
    await page.getByText(MISSING).waitFor();
    await button('编辑桌面').click();
    await button('全部应用').waitFor();
    await portal.restart();
    await reconnect(page);
    await page.getByText('已连接').waitFor();
    await button('全部应用').click();
    await dialog('全部应用').waitFor();
    assert.equal(
      await page.locator('.tiles').evaluate((list) => getComputedStyle(list).display),
      'grid',
      'in their style',
    );
    assert.deepEqual(faultsOf(watch, ['net::ERR_']), []);
  });

  test('open after a try that came before anybody knew', async () => {
    await openAndKill();
    await button('搜索').click();
    await page.getByText('搜索需要网络，连上班级服务器后再打开').waitFor();
    await portal.restart();
    await reconnect(page);
    await page.getByText('已连接').waitFor();
    // The engine takes what has failed for failed; a press may cost a new page.
    for (let tries = 0; tries < 5 && !(await dialog('搜索').isVisible()); tries++) {
      await button('搜索').click();
      await dialog('搜索')
        .waitFor({ timeout: 2000 })
        .catch(() => undefined);
    }
    await dialog('搜索').waitFor();
  });

  test('come by themselves and in their style after a try without a network', async () => {
    await open({ account: '远', hash: '#/app/admin/officers' });
    const app = page.locator('.window[data-app=admin]');
    await button('任命班干部', app).waitFor();
    await page.waitForFunction(hasStarted);
    await context.setOffline(true);
    await app.getByText('操作日志', { exact: true }).click();
    await app.getByText('这一部分没有打开').waitFor();
    await context.setOffline(false);
    await reconnect(page);
    const filters = app.locator('.filters');
    await filters.waitFor();
    assert.equal(await filters.evaluate((one) => getComputedStyle(one).display), 'grid');
    assert.deepEqual(faultsOf(watch, ['net::ERR_']), []);
  });
});

test.describe('parts of the desktop that were fetched before', () => {
  test('are fetched while the desktop is calm, and need no server then', async () => {
    const fetched = new Set();
    const underWay = new Set();
    const prepare = async () => {
      page.on('request', (request) => underWay.add(request));
      page.on('requestfailed', (request) => underWay.delete(request));
      page.on('requestfinished', (request) => {
        underWay.delete(request);
        fetched.add(/assets\/(\w+)-[^/]*\.js$/.exec(request.url())?.[1]);
      });
      await page.clock.install();
    };
    await open({ prepare });
    while (underWay.size > 0 || !WANTED.every((part) => fetched.has(part))) {
      await page.clock.runFor(4000);
      await new Promise((done) => setTimeout(done, 250));
    }
    await portal.kill();
    await button('全部应用').click();
    await dialog('全部应用').waitFor();
    await page.keyboard.press('Escape');
    await button('通知').click();
    await dialog('通知').waitFor();
    await page.keyboard.press('Escape');
    await button('编辑桌面').click();
    await button('移除「时钟」').waitFor();
    await button('完成').click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('锁屏');
    await page.keyboard.press('Enter');
    await button('解锁', dialog('已锁屏')).click();
    await button('换人登录').click();
    await page.getByRole('heading', { name: '登录' }).waitFor();
    await portal.restart();
  });

  test('leave a locked desktop dark and say why, when the curtain itself does not come', async () => {
    const prepare = async () => {
      await context.addInitScript(() => localStorage.setItem('svc:locked', 'true'));
      await page.route('**/assets/LockScreen*.js', (route) => route.abort());
    };
    await open({ prepare });
    const locked = dialog('已锁屏');
    await locked.getByText('连不上班级服务器，恢复连接后可以解锁').waitFor();
    await page.screenshot({ path: join(pictureFolder('parts'), 'lock-away.png') });
    assert.equal(await page.locator('.curtained').evaluate((one) => getComputedStyle(one).visibility), 'hidden');
    await page.unroute('**/assets/LockScreen*.js');
    await button('刷新', locked).click();
    await button('解锁', locked).waitFor();
  });
});
