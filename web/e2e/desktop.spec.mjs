// The desktop as one arranges it: widgets by mouse, touch and keys, two devices at once, broken and
// unknown widgets, the lock screen, search, the level, and no serious fault for a screen reader.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { fingerOf, hasStarted, reconnect, saved, startArranging, until } from './lib/desktop.mjs';
import { addCountdown, call, PASSWORD, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The widgets of the built-in default, by what a screen reader calls them. */
const USUAL = [
  '今天的课',
  '公告，全部',
  '接下来的日程',
  '时钟',
  '天气',
  '最新消息',
  '今晚的作业',
  '每日签到',
  '倒计时，全部，置顶优先',
  '今天的值日',
];

test.describe.configure({ mode: 'serial' });

let portal, browser, token, page, watch, context;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token } = await register(portal, '林知夏', '夏天'));
  await register(portal, '周明远', '老周');
  await addCountdown(portal, token, '高考', 199);
  browser = await launch();
  ({ context, page, watch } = await open('desktop'));
});
test.afterAll(cleanUp);

async function open(size, url = portal.url) {
  const fresh = await device(browser, size);
  await signIn(fresh, portal, '林知夏');
  const opened = await watchedPage(fresh, portal.url);
  await opened.page.goto(url);
  await opened.page.locator('.host').first().waitFor();
  return { context: fresh, ...opened };
}
const button = (name, where = page) => where.getByRole('button', { name, exact: true });
const types = (where = page) =>
  where
    .locator('.page:not([aria-hidden]) .host')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const settings = () => call(portal, 'GET', '/api/user/settings', { token });
const stored = async () =>
  (await settings()).desktop_layout.pages.map((entry) => entry.widgets.map((widget) => widget.type));
const grip = (name, where = page) =>
  where.locator('.grip').and(where.getByRole('button', { name: new RegExp(`^${name}，`) }));
/** Waits until a page shows so many widgets; answers them. */
const showing = (count, where = page) =>
  until(
    () => types(where),
    (all) => all.length === count,
  );

async function serious(where = page) {
  await where.evaluate(AXE);
  const { violations } = await where.evaluate(() => globalThis.axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

test.describe('the desktop', () => {
  test('shows the class default', async () => {
    assert.deepEqual(await types(), USUAL);
    assert.deepEqual(await serious(), []);
  });

  test('shows what a member has arranged', async () => {
    const size = { w: 2, h: 2 };
    const widgets = ['clock-now', 'countdown-next', 'level-sign-in'].map((type) => ({ id: type, type, size }));
    const { revision } = await settings();
    const body = { desktop_layout: { pages: [{ id: 'own', widgets }] }, revision };
    await call(portal, 'PUT', '/api/user/settings', { token, body });
    await page.reload();
    await showing(3);
  });

  test('moves a widget with the mouse and keeps it', async () => {
    await startArranging(page);
    const from = await grip('时钟').boundingBox();
    const to = await grip('每日签到').boundingBox();
    await page.mouse.move(from.x + 60, from.y + 60);
    await page.mouse.down();
    await page.mouse.move(from.x + 90, from.y + 60, { steps: 4 });
    await page.mouse.move(to.x + 60, to.y + 60, { steps: 12 });
    await page.mouse.up();
    assert.equal((await types())[2], '时钟');
    await saved(page);
    assert.deepEqual(await stored(), [['countdown-next', 'level-sign-in', 'clock-now']]);
  });

  test('moves, resizes and removes by keys, and says what happened', async () => {
    await grip('时钟').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('时钟 已移到第 2 位').waitFor();
    assert.equal((await types())[1], '时钟');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('时钟 现在是 3×2').waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('已移除「时钟」').first().waitFor();
    assert.equal((await types()).length, 2);
    await button('撤销').click();
    assert.equal((await types())[1], '时钟');
  });
});

test.describe('a desktop that a member arranges', () => {
  test('adds a widget on a page of its own, by the panel', async () => {
    await button('新页面').click();
    await button('小组件').click();
    await button('添加「时钟」').click();
    assert.deepEqual(await showing(1), ['时钟']);
    await page.getByText('已把「时钟」放到第 2 页').first().waitFor();
    assert.deepEqual(await serious(), []);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.matches('.grip'));
    await saved(page);
    assert.deepEqual((await stored())[1], ['clock-now']);
    assert.deepEqual(await serious(), []);
  });

  test('configures and moves it to another page by its options', async () => {
    await button('「时钟」的选项').last().click();
    await button('移到上一页').click();
    assert.equal((await showing(4)).length, 4);
    await button('「倒计时」的选项').click();
    await page.getByLabel('显示').selectOption('pinned');
    await page.keyboard.press('Escape');
    await button('完成').click();
    await saved(page);
    const { pages } = (await settings()).desktop_layout;
    assert.equal(pages.length, 1, 'the empty page is gone');
    assert.equal(pages[0].widgets.find((one) => one.type === 'countdown-next').config.filter, 'pinned');
  });

  test('lifts a widget by a long press of a finger', async () => {
    const touch = await open('tablet');
    const { send, glide } = await fingerOf(touch.context, touch.page);
    const box = await touch.page.locator('.place').first().boundingBox();
    const target = await touch.page.locator('.place').nth(2).boundingBox();
    await send('touchStart', box.x + 40, box.y + 40);
    await touch.page.locator('.drag-preview').waitFor();
    await glide({ x: box.x + 40, y: box.y + 40 }, { x: target.x + 40, y: target.y + 40 });
    assert.equal(await touch.page.locator('.drag-preview').count(), 1, 'the finger still carries it');
    await send('touchEnd');
    await touch.page.locator('.drag-preview').waitFor({ state: 'detached' });
    assert.notEqual((await types(touch.page))[0], (await types())[0], 'the first one has moved');
    await saved(touch.page);
    await touch.context.close();
  });
});

test.describe('the desktop on two devices', () => {
  test('asks when two devices have changed the layout', async () => {
    await page.reload();
    await page.locator('.host').first().waitFor();
    const current = await settings();
    const other = {
      pages: [{ id: 'home', mine: 1, widgets: [{ id: 'x', type: 'weather-now', config: {}, size: { w: 2, h: 2 } }] }],
    };
    await startArranging(page);
    await call(portal, 'PUT', '/api/user/settings', {
      token,
      body: { desktop_layout: other, revision: current.revision },
    });
    await button('移除「时钟」').first().click();
    await page.getByRole('dialog', { name: '布局在另一台设备上也改过' }).waitFor();
    assert.deepEqual((await settings()).desktop_layout, other, 'nothing was overwritten');
    await button('用另一台设备的').click();
    await page.getByText('这个小组件的应用已不在').waitFor();
  });

  test('keeps unknown widgets and keys when something else changes', async () => {
    await button('小组件').click();
    await button('添加「倒计时」').click();
    await page.keyboard.press('Escape');
    await saved(page);
    const { pages } = (await settings()).desktop_layout;
    assert.equal(pages[0].mine, 1);
    assert.deepEqual(pages[0].widgets[0], { id: 'x', type: 'weather-now', config: {}, size: { w: 2, h: 2 } });
    await button('布局').click();
    assert.ok((await button('恢复').count()) >= 1, 'the lost layout is among the last five');
    await button('恢复班级默认布局').click();
    assert.equal((await showing(USUAL.length)).length, USUAL.length);
    await button('完成').click();
    await saved(page);
  });

  test('survives a reload without a server, and saves when it is back', async () => {
    await startArranging(page);
    await page.waitForFunction(hasStarted);
    await portal.kill();
    await button('移除「时钟」').click();
    await page.getByText('布局的更改已留在这台设备上').waitFor();
    await portal.restart();
    await reconnect(page);
    await page.getByText('布局的更改已留在这台设备上').waitFor({ state: 'detached', timeout: 60_000 });
    const [left] = await stored();
    assert.equal(left.length, USUAL.length - 1);
    assert.ok(!left.includes('clock-now'));
    await button('完成').click();
  });
});

test.describe('the desktop in use', () => {
  test('signs in for the day and tells so in the island', async () => {
    await button('每日签到').click();
    await page.getByText('签到成功，经验 +20').waitFor();
    await page.getByText('今日已签到').waitFor();
  });

  test('finds and runs things by Ctrl+K', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('外观');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: '外观', selected: true }).waitFor();
    await page.getByText('海洋').click();
    await page.locator('.back img.shown').waitFor();
    await page.getByText('绿', { exact: true }).click();
    await page.locator('html[data-accent=green]').waitFor();
    assert.deepEqual(await serious(), []);
    await page.keyboard.press('Escape');
  });

  test('finds people by pinyin, and what was used last first', async () => {
    const names = () => page.getByRole('option').allInnerTexts();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('外观');
    await page.getByRole('option', { name: /^外观/ }).waitFor();
    await page.getByRole('combobox').fill('zhoumy');
    await page.getByRole('option', { name: /^周明远/ }).waitFor();
    await page.getByRole('combobox').fill('');
    assert.match((await names())[0], /^外观[^]*最近用过/);
    await page.getByRole('combobox').fill('?');
    await page.getByRole('region', { name: '键盘快捷键' }).getByText('切换窗口').waitFor();
    assert.deepEqual(await serious(), []);
    await page.keyboard.press('Escape');
  });

  test('locks, stays locked after a reload, and opens with the password alone', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('锁屏');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: '已锁屏' }).waitFor();
    await page.reload();
    await button('解锁').click();
    await page.getByLabel('密码', { exact: true }).fill('wrong-1234');
    await button('解锁').click();
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await serious(), []);
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await button('解锁').click();
    await page.getByRole('dialog', { name: '已锁屏' }).waitFor({ state: 'detached' });
    await page.getByRole('article', { name: '每日签到' }).waitFor();
  });

  test('has no serious fault on a phone, dark, while arranging', async () => {
    const phone = await open('phone');
    await phone.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    assert.deepEqual(await serious(phone.page), []);
    await button('编辑桌面', phone.page).click();
    await phone.page.getByRole('toolbar').waitFor();
    assert.deepEqual(await serious(phone.page), []);
    await phone.context.close();
  });

  test('made no fault on the way', async () => {
    await context.close();
    assert.deepEqual(faultsOf(watch, ['status of 40[19]', 'ERR_CONNECTION', 'ERR_EMPTY']), []);
  });
});
