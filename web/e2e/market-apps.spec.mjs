// Apps and plugins of the market at work: a game that others watch, a poll on the desktop, a bridge for embedded pages,
// and a package of one's own from its first zip to the way back.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { hasStarted, until } from './lib/desktop.mjs';
import { startPage } from './lib/embedded.mjs';
import { lookAt } from './lib/look.mjs';
import { startPackage } from './lib/market.mjs';
import { call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

test.describe.configure({ mode: 'serial' });

const APP = 'reading-log';
const PLACE = `market/app/${APP}`;
const SECRET = 'sk-nobody-sees-this';

let portal, browser, tokens, teacher, pupil, pack, second;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  tokens = {};
  for (const [real, net] of [
    ['周明远', '班长'],
    ['许安然', '安然'],
    ['林知夏', '夏天'],
  ]) {
    ({ token: tokens[net] } = await register(portal, real, net));
  }
  const install = (name) => as('班长', 'POST', '/api/market/install', { name });
  await Promise.all([install('gobang'), install('class-poll')]);
  const widgets = [
    {
      id: 'poll',
      type: 'class-poll-current',
      app: 'class-poll',
      size: { w: 2, h: 2 },
      position: { x: 0, y: 0 },
      config: {},
    },
  ];
  const { revision } = await as('夏天', 'GET', '/api/user/settings');
  await as('夏天', 'PUT', '/api/user/settings', { desktop_layout: { pages: [{ id: 'p0', widgets }] }, revision });
  browser = await launch();
  [teacher, pupil] = await Promise.all([open('班长'), open('夏天')]);
});
test.afterAll(cleanUp);

const as = (name, method, path, body) => call(portal, method, path, { token: tokens[name], body });

async function open(account) {
  const context = await device(browser, 'desktop');
  await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto(portal.url);
  await page.waitForFunction(hasStarted);
  const button = (name) => page.getByRole('button', { name, exact: true });
  const go = (place) => page.evaluate((to) => (location.hash = `#/app/${to}`), place);
  return { context, page, watch, button, go, sees: (text) => page.getByText(text).first().waitFor() };
}

/** What the installed app says of itself to everybody. */
const shownApp = async (name) => {
  const { apps } = await as('夏天', 'GET', '/api/market/installed');
  return apps.find((app) => app.name === name);
};

test.describe('apps of the market', () => {
  test('a game lets a third member watch each move', async () => {
    const { page, go, sees } = pupil;
    const { code } = await as('班长', 'POST', '/api/gobang/rooms');
    const { players } = await as('安然', 'POST', `/api/gobang/rooms/${code}/join`);
    await go('gobang');
    await page.getByRole('button', { name: /^观战 / }).click();
    await page.getByLabel('棋盘').waitFor();
    // Chance decides who begins.
    const [black, white] = ['black', 'white'].map((color) => players.find((one) => one.color === color).name);
    const play = (who, number, row, col) => as(who, 'POST', `/api/gobang/rooms/${code}/moves`, { row, col, number });
    await play(black, 0, 7, 7);
    await page.getByText(`${black} 下在 H8。`).waitFor({ state: 'attached' });
    await play(white, 1, 7, 8);
    await sees('棋谱（2 手）');
    await lookAt(page, 'market', 'gobang-spectator');
    assert.equal(await pupil.button('认输').count(), 0, 'who watches does not play');
  });

  test('a poll is started in its window, and voted for on the desktops of others', async () => {
    const { page, go, sees, button } = teacher;
    await go('class-poll');
    await button('发起投票').click();
    await page.getByLabel('问题').fill('元旦晚会表演什么？');
    await page.getByLabel('选项 1').fill('合唱');
    await page.getByLabel('选项 2').fill('小品');
    await button('发起').click();
    await sees('班长 发起 · 0 人已投');
    await pupil.page.keyboard.press('Escape');
    await pupil.page.getByRole('button', { name: '小品', exact: true }).click();
    await sees('班长 发起 · 1 人已投');
    await page.getByRole('radio', { name: '合唱' }).check({ force: true });
    await pupil.sees('2 人已投');
    await lookAt(page, 'market', 'poll');
    await lookAt(pupil.page, 'market', 'poll-widget');
    // In its window as on the desktop.
    await pupil.button('元旦晚会表演什么？').click();
    await pupil.page.getByText('你的选择 · 1 票，50%').waitFor();
  });
});

test.describe('a plugin of the market', () => {
  test('lets an embedded page and its server know the member', async () => {
    const { go, button } = teacher;
    await go('market/plugins');
    await button('安装「页面桥」').click();
    await button('确认安装').click();
    await button('完成').click();
    const site = await startPage(`<!doctype html><title>牛顿第一定律</title><h1>…</h1>
      <script src="${portal.url}/market-static/page-bridge/client/bridge.js"></script>
      <script>PageBridge.connect().then(function (bridge) {
        window.bridge = bridge;
        bridge.pageInfo();
        document.querySelector('h1').textContent = '你好，' + bridge.user.real_name;
      }, function (error) { document.querySelector('h1').textContent = error.code; });</script>`);
    const body = { name: '微课', scopes: ['user:read'], origins: [site.origin], pageUrl: `${site.origin}/` };
    const { id, secret } = await as('班长', 'POST', '/api/integrations/tokens', body);
    await pupil.page.goto(`${portal.url}/#/app/page-${id}`);
    await pupil.page.reload();
    await pupil.button('打开').click();
    const frame = pupil.page.frameLocator('iframe');
    await frame.getByText('你好，林知夏').waitFor();
    await pupil.sees('牛顿第一定律');
    // Its server asks whose the token is, with the secret of the integration.
    const pageToken = await frame.locator('h1').evaluate(() => window.bridge.token());
    const verified = await call(portal, 'POST', '/api/integration-pages/verify-token', {
      token: secret,
      body: { token: pageToken },
    });
    assert.equal(verified.user.real_name, '林知夏');
    site.server.close();
  });
});

const FIELDS = {
  label: '读书笔记',
  config: [
    { key: 'GREETING', label: '问候语', type: 'string' },
    { key: 'API_KEY', label: '接口密钥', type: 'secret', required: true },
  ],
  capabilities: ['data.http'],
};
const ENTRY = (version) => `ServiceMarket.define({
  name: '${APP}',
  mount: function (container, context) {
    container.textContent = '${version}: ' + (context.app.config.GREETING || '–') + ' ' + JSON.stringify(context.app.config);
  }
});`;

test.describe('a package of one’s own', () => {
  test('is packed into a zip, installed from it, and set up with a secret that nobody sees again', async () => {
    const { page, go, sees, button } = teacher;
    pack = await startPackage(portal, APP);
    const first = await pack({ ...FIELDS, version: '1.0.0' }, { 'frontend/entry.js': ENTRY('一') });
    second = await pack(
      { ...FIELDS, version: '1.1.0', capabilities: ['data.http', 'device.camera'] },
      { 'frontend/entry.js': ENTRY('二') },
    );
    await go('market');
    await page.locator('input[type=file]').setInputFiles(first);
    await sees('此应用的页面部分以使用者的登录身份运行');
    await button('确认安装').click();
    await sees('还有必填的设置没有填写');
    await button('去设置').click();
    await page.getByLabel('问候语').fill('早上好');
    await page.getByLabel('接口密钥').fill(SECRET);
    await lookAt(page, 'market', 'settings');
    await button('保存').click();
    await sees('「读书笔记」的设置已保存');
    const answer = await as('班长', 'GET', `/api/market/app-config/${APP}`);
    assert.ok(!JSON.stringify(answer).includes(SECRET));
    assert.deepEqual((await shownApp(APP)).config, { GREETING: '早上好' });
    await go(PLACE);
    await button('修改设置').click();
    await sees('已设置，不显示内容');
    assert.ok(!(await page.content()).includes(SECRET));
    await button('取消').click();
  });

  test('asks again for what an update wants more, and reaches the window that is open', async () => {
    const { page, go, sees, button } = teacher;
    await pupil.page.goto(`${portal.url}/#/app/${APP}`);
    await pupil.sees('一: 早上好 {"GREETING":"早上好"}');
    await go('market');
    await page.locator('input[type=file]').setInputFiles(second);
    await page.getByRole('heading', { name: '更新「读书笔记」' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: '使用摄像头' }).getByText('新增', { exact: true }).waitFor();
    await lookAt(page, 'market', 'update');
    await button('确认更新').click();
    await sees('「读书笔记」已更新');
    await button('完成').click();
    await pupil.button('重新载入').click();
    await pupil.sees('二: 早上好');
  });

  test('goes back to the version before, and forward again', async () => {
    const { page, go, sees, button } = teacher;
    await go(PLACE);
    await button('回退到 1.0.0').click();
    await sees('服务端已保存的数据保持现在的样子');
    await button('回退').click();
    await sees('「读书笔记」已回退到 1.0.0');
    await pupil.button('重新载入').click();
    await pupil.sees('一: 早上好');
    await button('恢复到 1.1.0').waitFor();
    await lookAt(page, 'market', 'app');
  });

  test('reaches the window that is open also where its version stays the same', async () => {
    const { page, go, sees, button } = teacher;
    const mended = await pack({ ...FIELDS, version: '1.0.0' }, { 'frontend/entry.js': ENTRY('三') });
    await go('market');
    await page.locator('input[type=file]').setInputFiles(mended);
    await button('确认更新').click();
    await sees('「读书笔记」已更新');
    await button('完成').click();
    await pupil.button('重新载入').click();
    await pupil.sees('三: 早上好');
  });
});

test.describe('whoever switches or removes an app', () => {
  test('is told once, also while its window is open', async () => {
    const { page, go, sees, button } = teacher;
    /** What the page says of its end, as soon as it says something. */
    const ends = async () => (await page.locator('.toast').allInnerTexts()).filter((one) => /停用|关闭|卸载/.test(one));
    const said = () => until(ends, (all) => all.length > 0);
    await go(APP);
    await sees('三: 早上好');
    await go(PLACE);
    await page.getByRole('switch', { name: '启用「读书笔记」' }).click({ force: true });
    await button('停用').click();
    await said();
    await pupil.sees('「读书笔记」已被管理员关闭');
    await page.getByRole('dialog', { name: '读书笔记', exact: true }).waitFor({ state: 'hidden' });
    assert.equal((await ends()).length, 1);
    await page.getByRole('switch', { name: '启用「读书笔记」' }).click({ force: true });
    await sees('「读书笔记」已启用');
    await go(APP);
    await sees('三: 早上好');
    await go(PLACE);
    await button('卸载').click();
    await button('卸载并删除数据').click();
    await sees('「读书笔记」已卸载');
    await page.getByRole('dialog', { name: '读书笔记', exact: true }).waitFor({ state: 'detached' });
    assert.equal((await ends()).filter((one) => one.includes('卸载')).length, 1);
    assert.equal(await shownApp(APP), undefined);
    assert.deepEqual(faultsOf(teacher.watch), []);
    // The page of the integration is of another host.
    assert.deepEqual(pupil.watch.errors, []);
  });
});
