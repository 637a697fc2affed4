// The server dies (kill -9) under an open desktop: the page says so, loses nothing of what was
// saved or typed, and goes on by itself when the server is back.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { hasStarted } from './lib/desktop.mjs';
import { call, dateIn, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

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
