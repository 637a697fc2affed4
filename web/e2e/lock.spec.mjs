// The lock, of one's own and of all screens: what it hides never shows, not even for the moment in which
// a device that has never been here finds out, and nothing behind it hears the keys.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { addCountdown, call, PASSWORD, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

test.describe.configure({ mode: 'serial' });

let portal, browser, head;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token: head } = await register(portal, '周明远', '班主任'));
  const { token } = await register(portal, '林知夏', '夏天');
  await addCountdown(portal, token, '高考', 199);
  browser = await launch();
});
test.afterAll(cleanUp);

const lockAll = (enabled) => call(portal, 'PUT', '/api/admin/lock-screen', { token: head, body: { enabled } });

/** A page that writes down, at every frame, what of the desktop or of its dialogs can be seen. */
async function watchful(prepare = async () => undefined) {
  const context = await device(browser, 'tablet');
  await context.addInitScript(() => {
    window.seen = new Set();
    const look = () => {
      for (const one of document.querySelectorAll('.curtained *, .scrim *')) {
        if (getComputedStyle(one).visibility === 'visible') window.seen.add(one.className);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await prepare(context);
  const { page, watch } = await watchedPage(context, portal.url);
  // Neither the question of later nor a slow curtain may matter.
  await page.route('**/api/user/lock-screen', () => undefined);
  await page.route('**/assets/LockScreen*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 800));
    await route.continue();
  });
  const locked = page.getByRole('dialog', { name: '已锁屏' });
  const seen = () => page.evaluate(() => [...window.seen].map(String));
  return { context, page, watch, locked, seen };
}

test.describe('the lock', () => {
  test('shows nothing on a device that starts while it is on', async () => {
    await lockAll(true);
    const { context, page, watch, locked, seen } = await watchful((fresh) => signIn(fresh, portal, '夏天'));
    await page.goto(`${portal.url}/#/app/countdown`);
    await locked.getByText('屏幕已锁定').waitFor();
    assert.deepEqual(await seen(), []);
    // The second start knows what the first was told, and fetches the curtain at once.
    const curtain = page.waitForRequest(/LockScreen/);
    await page.route('**/api/auth/check-status', async (route) => {
      await curtain;
      await route.continue();
    });
    await page.reload();
    await locked.waitFor();
    assert.deepEqual(await seen(), []);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('shows nothing to whoever signs in while it is on', async () => {
    const { context, page, locked, seen } = await watchful();
    await page.goto(portal.url);
    await page.getByLabel('账号', { exact: true }).fill('夏天');
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await locked.waitFor();
    assert.deepEqual(await seen(), []);
    await context.close();
  });

  test('was passed by the one who may, not by the next at the same device', async () => {
    const { context, page, locked, seen } = await watchful((fresh) => signIn(fresh, portal, '班主任'));
    await page.goto(portal.url);
    await page.getByRole('button', { name: '只在这台设备上继续' }).click();
    await page.getByRole('navigation', { name: '应用' }).waitFor();
    await page.evaluate(() => (location.hash = '#/app/settings/about'));
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByLabel('账号', { exact: true }).fill('夏天');
    await page.evaluate(() => window.seen.clear());
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await locked.getByText('屏幕已锁定').waitFor();
    assert.deepEqual(await seen(), []);
    await context.close();
  });
});

test.describe('the lock over an open desktop', () => {
  test('leaves what was being typed behind it, whatever keys are pressed', async () => {
    await lockAll(false);
    const context = await device(browser);
    await signIn(context, portal, '夏天');
    const { page } = await watchedPage(context, portal.url);
    const button = (name) => page.getByRole('button', { name, exact: true });
    const title = page.getByLabel('标题', { exact: true });
    await page.goto(`${portal.url}/#/app/countdown`);
    await button('新建').click();
    await title.fill('半句');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('锁屏');
    await page.keyboard.press('Enter');
    await button('解锁').click();
    await page.getByLabel('密码', { exact: true }).waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
    await button('解锁').waitFor();
    // The keys have stayed with the curtain: Tab and Enter ask again.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: '已锁屏' }).waitFor({ state: 'detached' });
    assert.equal(await title.inputValue(), '半句');
    await context.close();
  });

  test('covers the page that a teacher projects, lets what is urgent through, and gives the page back', async () => {
    const context = await device(browser);
    await signIn(context, portal, '班主任');
    const { page, watch } = await watchedPage(context, portal.url);
    const names = page.getByText('陈默', { exact: true });
    await page.goto(`${portal.url}/#/enrolment`);
    await names.waitFor();
    await page.evaluate(() => localStorage.setItem('svc:locked', 'true'));
    await page.reload();
    const locked = page.getByRole('dialog', { name: '已锁屏' });
    await locked.waitFor();
    // Whoever types the address of the page gets no further.
    await page.evaluate(() => (location.hash = '#'));
    await page.evaluate(() => (location.hash = '#/enrolment'));
    await call(portal, 'POST', '/api/admin/broadcasts', {
      token: head,
      body: { content: '请到操场集合', priority: 'urgent' },
    });
    const urgent = page.getByRole('alertdialog', { name: '紧急广播' });
    await urgent.getByText('请到操场集合').waitFor();
    assert.equal(await names.count(), 0);
    // A hand that was on its way to the password closes nothing.
    await expect(async () => {
      await urgent.getByRole('button', { name: '知道了' }).click({ timeout: 1000 });
      await urgent.waitFor({ state: 'detached', timeout: 1000 });
    }).toPass();
    await locked.getByRole('button', { name: '解锁', exact: true }).click();
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await names.waitFor();
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('lets a desktop show at once when it is off again', async () => {
    await lockAll(false);
    const { context, page, locked } = await watchful(async (fresh) => {
      await signIn(fresh, portal, '夏天');
      await fresh.addInitScript(() => localStorage.setItem('svc:class-locked', 'true'));
    });
    await page.goto(portal.url);
    await page.getByRole('article', { name: '倒计时' }).getByText('199').waitFor();
    assert.equal(await locked.count(), 0);
    await context.close();
  });
});
