// What stands around the desktop: what a class begins with, layouts that the server keeps, the other
// side of a conflict, folders of apps, the search of all features, and the lock of all screens.
import assert from 'node:assert/strict';
import { device, launch, watchedPage } from './lib/browser.mjs';
import { saved, startArranging, until } from './lib/desktop.mjs';
import { addCountdown, call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

test.describe.configure({ mode: 'serial' });

/** Widgets of the built-in default. */
const USUAL = 10;

let portal, browser, token, head, page, admin;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token } = await register(portal, '林知夏', '夏天'));
  ({ token: head } = await register(portal, '周明远', '班主任'));
  await addCountdown(portal, token, '高考', 199);
  browser = await launch();
  page = await open('林知夏');
  admin = await open('周明远', 'tablet');
});
test.afterAll(cleanUp);

async function open(name, size = 'desktop') {
  const fresh = await device(browser, size);
  await signIn(fresh, portal, name);
  const opened = await watchedPage(fresh, portal.url);
  await opened.page.goto(portal.url);
  await opened.page.locator('.host').first().waitFor();
  return opened.page;
}
const button = (name, where = page) => where.getByRole('button', { name, exact: true });
const types = (where) =>
  where
    .locator('.page:not([aria-hidden]) .host')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const settings = () => call(portal, 'GET', '/api/user/settings', { token });

test.describe('layouts', () => {
  test('a class admin sees whom a default reaches, sets it and takes it back', async () => {
    await startArranging(admin);
    await button('移除「时钟」', admin).click();
    await saved(admin);
    await button('布局', admin).click();
    await button('设为班级默认…', admin).click();
    await admin.getByText('会马上改变 1 人的桌面；1 人已有自己的布局').waitFor();
    await button('设为默认', admin).click();
    // Pointed at, it stays until the way back is taken.
    await admin.getByText('已设为01班的默认布局').hover();
    await page.reload();
    await page.locator('.host').first().waitFor();
    const followed = await types(page);
    assert.equal(followed.length, USUAL - 1, 'whoever has arranged nothing follows');
    assert.ok(!followed.includes('时钟'));
    await button('撤销', admin.locator('.island')).click();
    const { default_layout: none } = await until(settings, (now) => now.default_layout === null);
    assert.equal(none, null);
    await button('完成', admin).click();
    await page.reload();
    await page.locator('.host').first().waitFor();
    assert.equal((await types(page)).length, USUAL);
  });

  test('a member has no such button', async () => {
    await startArranging(page);
    await button('布局').click();
    await button('恢复班级默认布局').waitFor();
    assert.equal(await button('设为班级默认…').count(), 0);
    await page.keyboard.press('Escape');
  });

  test('a replaced layout is restored from the server', async () => {
    await button('移除「时钟」').click();
    await saved(page);
    await button('布局').click();
    await button('恢复班级默认布局').click();
    await saved(page);
    assert.equal((await types(page)).length, USUAL);
    await button('布局').click();
    await page.getByText('1 页，9 个小组件').waitFor();
    await button('恢复').first().click();
    await page.getByText('已恢复之前的布局').waitFor();
    assert.equal((await types(page)).length, USUAL - 1);
    assert.equal((await settings()).desktop_layout.pages[0].widgets.length, USUAL - 1);
  });

  test('my side of a conflict wins when I say so, and the other is kept', async () => {
    const current = await settings();
    const other = { pages: [{ id: 'other', widgets: [] }] };
    await call(portal, 'PUT', '/api/user/settings', {
      token,
      body: { desktop_layout: other, revision: current.revision },
    });
    await button('移除「每日签到」').click();
    await page.getByRole('dialog', { name: '布局在另一台设备上也改过' }).waitFor();
    await button('用我的').click();
    await saved(page);
    const { desktop_layout: mine } = await settings();
    const kept = mine.pages[0].widgets.map((one) => one.type);
    assert.equal(kept.length, USUAL - 2);
    assert.ok(!kept.includes('clock-now') && !kept.includes('level-sign-in'));
    const { layouts } = await call(portal, 'GET', '/api/user/layouts', { token });
    assert.deepEqual(layouts[0].desktop_layout, other);
    await button('完成').click();
  });
});

test.describe('folders, search and the lock', () => {
  test('apps are put into a folder by dropping, renamed, and taken out by keys', async () => {
    await button('全部应用').click();
    const tile = (name) => page.locator(`[data-tile="${name}"]`);
    await tile('level').waitFor();
    const from = await tile('level').boundingBox();
    const to = await tile('countdown').boundingBox();
    await page.mouse.move(from.x + 30, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + 40, { steps: 8 });
    await page.mouse.up();
    // Right after a drop a click is none.
    await page.waitForTimeout(400);
    await page.getByRole('dialog').getByRole('button', { name: '文件夹', exact: true }).click();
    await page.getByLabel('文件夹名称').fill('学习');
    await page.keyboard.press('Enter');
    await saved(page);
    const [folder] = (await settings()).desktop_layout.folders;
    assert.deepEqual([folder.name, folder.apps], ['学习', ['countdown', 'level']]);
    await button('把「等级」移出文件夹').focus();
    await page.keyboard.press('Enter');
    await tile('level').waitFor();
    await saved(page);
    assert.deepEqual((await settings()).desktop_layout.folders, [], 'one app is no folder');
  });

  test('apps are put into a folder without dragging', async () => {
    await button('整理程序坞').click();
    await button('把「设置」放进文件夹').click();
    await page.getByRole('button', { name: '与「等级」放进新文件夹' }).click();
    await button('完成').click();
    await page.getByRole('dialog').getByRole('button', { name: '文件夹', exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('the search finds what features know and opens it', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('高考');
    await page.getByRole('option', { name: /^高考/ }).click();
    await page.getByRole('dialog', { name: '倒计时' }).getByRole('article', { name: '高考' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  test('a desktop that starts while all screens are locked starts locked', async () => {
    await call(portal, 'PUT', '/api/admin/lock-screen', { token: head, body: { enabled: true } });
    await page.reload();
    await page.getByText('全班屏幕已锁定').waitFor();
    assert.equal(await button('解除「1 班」锁屏').count(), 0);
    await admin.reload();
    await button('解除「1 班」锁屏', admin).click();
    await admin.getByRole('dialog', { name: '已锁屏' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('dialog', { name: '已锁屏' }).waitFor({ state: 'detached' });
  });
});
