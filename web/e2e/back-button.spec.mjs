// One way back on a phone: the arrow, the Back of the device and Escape leave a detail before they
// leave the app, and close what lies over it before both. Back closes what lies over the desktop, too.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { hasStarted } from './lib/desktop.mjs';
import { addCountdown, call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

let portal, browser;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  const { token: head } = await register(portal, '周明远', '周老师');
  const { token } = await register(portal, '林知夏', '夏天');
  await addCountdown(portal, token, '高考', 199);
  const body = { title: '春游', content: '周五八点出发，带好午餐。', type: 'notice' };
  await call(portal, 'POST', '/api/admin/announcements', { token: head, body });
  await call(portal, 'POST', '/api/chat/messages', { token: head, body: { room: 'class_01', content: '早上好' } });
  browser = await launch();
});
test.afterAll(cleanUp);

async function open(account, hash) {
  const context = await device(browser, 'phone');
  await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto(`${portal.url}/#`);
  await page.locator('.host').first().waitFor();
  await page.evaluate((to) => (location.hash = to), hash);
  const app = page.locator('.window.fullscreen');
  await app.waitFor();
  const arrow = (name) => app.locator('.title-bar').getByRole('button', { name, exact: true });
  const gone = () => app.waitFor({ state: 'detached' });
  const close = async () => {
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  };
  return { page, window: app, arrow, gone, close };
}

/** The ways, and what each does to a page. */
const WAYS = [
  ['the arrow', (page, arrow) => arrow.click()],
  ['the Back of the device', (page) => page.goBack()],
  ['Escape', (page) => page.keyboard.press('Escape')],
];
/** Where a detail is, how one gets in, where it shows what, and what the arrow says there. */
const DETAILS = [
  [
    'an announcement',
    '夏天',
    'announcements',
    (at) => at.getByRole('link', { name: /春游/ }),
    (at) => at.getByRole('article').getByText('周五八点出发'),
    '全部公告',
  ],
  [
    'a countdown',
    '夏天',
    'countdown',
    (at) => at.getByRole('button', { name: '新建', exact: true }),
    (at) => at.getByText('新建倒计时'),
    '返回列表',
  ],
  [
    'a section of the console',
    '周老师',
    'admin',
    (at) => at.getByRole('link', { name: /^成员/ }),
    (at) => at.getByText('林知夏'),
    '全部管理项目',
  ],
  [
    'a room of the chat',
    '夏天',
    'chat',
    (at) => at.getByRole('button', { name: /01班/ }),
    (at) => at.getByRole('log').getByText('早上好'),
    '返回聊天列表',
  ],
];

test.describe('Back on a phone', () => {
  for (const [detail, account, app, enter, inside, label] of DETAILS) {
    test(`leaves ${detail} before the app`, async () => {
      const { page, window: at, arrow, gone, close } = await open(account, `#/app/${app}`);
      for (const [, goBack] of WAYS) {
        await enter(at).click();
        await inside(at).waitFor();
        // One arrow and not two.
        assert.equal(await at.locator('svg.lucide-arrow-left:visible').count(), 1);
        await goBack(page, arrow(label));
        await enter(at).waitFor();
        await arrow('返回').waitFor();
      }
      // However it was left, one more step leaves the app.
      await page.goBack();
      await gone();
      await close();
    });
  }

  test('leaves a detail that a link led to, then its list, then nothing else', async () => {
    const { page, window: at, arrow, gone, close } = await open('夏天', '#/app/announcements/1');
    await at.getByRole('article').getByText('周五八点出发').waitFor();
    await page.goBack();
    await at.getByRole('link', { name: /春游/ }).waitFor();
    await arrow('返回').waitFor();
    await page.goBack();
    await gone();
    await page.locator('.host').first().waitFor();
    await close();
  });

  test('closes what lies over a section first', async () => {
    const { page, window: at, gone, close } = await open('周老师', '#/app/admin');
    await at.getByRole('link', { name: /^成员/ }).click();
    await at
      .getByRole('button', { name: /林知夏/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog', { name: '林知夏' });
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    await at
      .getByRole('button', { name: /林知夏/ })
      .first()
      .waitFor();
    await page.goBack();
    await at.getByRole('link', { name: /^成员/ }).waitFor();
    await page.goBack();
    await gone();
    await close();
  });

  test('asks before what is written in the console is lost', async () => {
    const { page, window: at, arrow, close } = await open('周老师', '#/app/admin/announcements');
    await at.getByRole('button', { name: '写公告' }).first().click();
    await at.getByLabel('标题', { exact: true }).fill('写到一半');
    await page.goBack();
    const question = page.getByRole('dialog', { name: '放弃没有保存的内容？' });
    await question.getByRole('button', { name: '取消' }).click();
    assert.equal(await at.getByLabel('标题', { exact: true }).inputValue(), '写到一半');
    await arrow('返回').click();
    await question.waitFor();
    await close();
  });
});

/** A phone that has come to the portal from another page, which is where Back leads when nothing is open. */
async function openDesktop() {
  const context = await device(browser, 'phone');
  await signIn(context, portal, '夏天');
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto('about:blank');
  await page.goto(portal.url);
  await page.waitForFunction(hasStarted);
  const button = (name) => page.getByRole('button', { name });
  const dialog = (name) => page.getByRole('dialog', { name, exact: true });
  const isGone = (name) => dialog(name).waitFor({ state: 'detached' });
  /** Nothing that was closed keeps Back from leaving. */
  const leaves = async () => {
    await page.goBack();
    await page.waitForURL('about:blank');
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  };
  return { page, button, dialog, isGone, leaves };
}

test.describe('Back over the desktop of a phone', () => {
  test('closes the panels and the mode that are open, and leaves the portal afterwards', async () => {
    const { page, button, dialog, isGone, leaves } = await openDesktop();
    for (const [opener, name] of [
      [button(/^通知/), '通知'],
      [button('全部应用'), '全部应用'],
      [button('搜索'), '搜索'],
    ]) {
      await opener.click();
      await dialog(name).waitFor();
      await page.goBack();
      await isGone(name);
    }
    await button('编辑桌面').click();
    await page.getByRole('toolbar').waitFor();
    await page.goBack();
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await leaves();
  });

  test('does nothing for what was closed otherwise, also after a step forward and a reload', async () => {
    const { page, button, dialog, isGone, leaves } = await openDesktop();
    await button(/^通知/).click();
    await dialog('通知').getByRole('button', { name: '关闭' }).click();
    await isGone('通知');
    await button('搜索').click();
    await dialog('搜索').waitFor();
    await page.goBack();
    await isGone('搜索');
    await page.goForward();
    await button('搜索').click();
    await dialog('搜索').waitFor();
    await page.reload();
    await page.waitForFunction(hasStarted);
    assert.equal(await page.getByRole('dialog').count(), 0);
    await leaves();
  });

  test('closes what lies over an app first, and leaves an app that a panel has opened', async () => {
    const { page, button, dialog, isGone, leaves } = await openDesktop();
    await button('全部应用').click();
    await dialog('全部应用').getByRole('button', { name: '倒计时' }).click();
    const app = page.locator('.window.fullscreen');
    await app.waitFor();
    await page.keyboard.press('Control+k');
    await dialog('搜索').waitFor();
    await page.goBack();
    await isGone('搜索');
    await app.waitFor();
    await page.goBack();
    await app.waitFor({ state: 'detached' });
    await isGone('全部应用');
    await leaves();
  });
});
