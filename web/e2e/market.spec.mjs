// The market: a class admin installs a game, two members play it, one of them on Chromium 80, and it leaves every
// device when it is disabled.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { until } from './lib/desktop.mjs';
import { lookAt, lookAtTablet } from './lib/look.mjs';
import { openTablet } from './lib/old-chromium.mjs';
import { call, PASSWORD, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

test.describe.configure({ mode: 'serial' });

let portal, teacher, anran, tablet, token;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token } = await register(portal, '周明远', '班长'));
  await register(portal, '许安然', '安然');
  await register(portal, '林知夏', '夏天');
  const browser = await launch();
  teacher = await open(browser, '班长', 'laptop');
  anran = await open(browser, '安然', 'desktop');
  tablet = await openTablet();
  await tablet.goto(portal.url);
  await tablet.type('账号', '夏天');
  await tablet.type('密码', PASSWORD);
  await tablet.tap('登录');
  await tablet.sees('设置');
});
test.afterAll(async () => {
  await tablet?.close();
  await cleanUp();
});

async function open(browser, account, size) {
  const context = await device(browser, size);
  await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto(portal.url);
  const button = (name) => page.getByRole('button', { name, exact: true });
  return { page, watch, button, sees: (text) => page.getByText(text).first().waitFor() };
}

/** Places a stone by the keys: the cursor begins in the middle. */
async function play(page, ...keys) {
  await page.getByLabel('棋盘').focus();
  for (const key of [...keys, 'Enter']) await page.keyboard.press(key);
}

/** The same on the tablet, whose page takes the keys as a keyboard would send them. */
const playOnTablet = (...keys) =>
  tablet.inside(
    (pressed) => {
      const board = document.querySelector('[aria-label^="棋盘"]');
      board.focus();
      pressed.forEach((key) =>
        board.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      );
    },
    [...keys, 'Enter'],
  );

/** Whose turn the two screens say it is. */
async function turn() {
  if (await anran.page.getByText('轮到你下').first().isVisible()) return 'anran';
  return (await tablet.inside(() => document.body.innerText.includes('轮到你下'))) ? 'tablet' : 'nobody';
}

test.describe('the market', () => {
  test('a class admin installs a game with two clicks, and it is on every device at once', async () => {
    const { page, button, sees } = teacher;
    await page.goto(`${portal.url}/#/app/market`);
    await sees('两人对弈');
    await lookAt(page, 'market', 'browse');
    await button('安装「五子棋」').click();
    await sees('此应用的页面部分以使用者的登录身份运行');
    await lookAt(page, 'market', 'preview');
    await button('确认安装').click();
    await sees('「五子棋」已安装');
    await button('完成').click();
    await anran.page.getByRole('button', { name: '五子棋' }).first().waitFor();
    await tablet.sees('五子棋');
  });

  test('two members play, one of them on Chromium 80', async () => {
    await anran.page.goto(`${portal.url}/#/app/gobang`);
    await anran.button('开一间房').click();
    await anran.sees('等同学加入');
    await tablet.tap('五子棋');
    await tablet.sees('安然 在等对手');
    await tablet.tap('加入 安然 在等对手');
    // Chance decides who begins.
    const order =
      (await until(turn, (who) => who !== 'nobody')) === 'anran' ? ['anran', 'tablet'] : ['tablet', 'anran'];
    for (const [who, ...keys] of [[order[0]], [order[1], 'ArrowUp'], [order[0], 'ArrowRight']]) {
      assert.equal(await until(turn, (now) => now === who), who);
      await (who === 'anran' ? play(anran.page, ...keys) : playOnTablet(...keys));
    }
    assert.equal(await until(turn, (now) => now === order[1]), order[1]);
    await lookAt(anran.page, 'market', 'gobang');
    await lookAtTablet(tablet, 'gobang');
  });

  test('a disabled game leaves every device, and comes back', async () => {
    const set = (enabled) =>
      call(portal, 'PUT', '/api/system/app-control', { token, body: { app_name: 'gobang', enabled } });
    await set(false);
    await anran.page.getByLabel('棋盘').waitFor({ state: 'detached' });
    await tablet.until('the desktop', () => !document.querySelector('[aria-label^="棋盘"]'));
    await set(true);
    await anran.page.getByRole('button', { name: '五子棋' }).first().waitFor();
  });

  test('an uninstalled game is gone with its API', async () => {
    const { page, button, sees } = teacher;
    await page.goto(`${portal.url}/#/app/market`);
    await page.getByRole('tab', { name: '已安装' }).click();
    await sees('五子棋');
    await call(portal, 'POST', '/api/market/uninstall', { token, body: { name: 'gobang' } });
    await button('五子棋').waitFor({ state: 'detached' });
    await anran.page.getByRole('button', { name: '五子棋' }).first().waitFor({ state: 'detached' });
    const answer = await fetch(`${portal.url}/api/gobang/rooms`, { headers: { Authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 404);
    assert.deepEqual(faultsOf(teacher.watch), []);
    assert.deepEqual(faultsOf(anran.watch), []);
  });
});
