// What is offered where one points: by the right button, by the keys, by a finger that rests. And what a notice leaves
// in reach on a phone.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { axeFindings } from './lib/axe.mjs';
import { device, faultsOf, launch, pictureFolder, waitForAnimations, watchedPage } from './lib/browser.mjs';
import { fingerOf, hasStarted, saved } from './lib/desktop.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { addCountdown, call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

let portal, browser, admin;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  const { token } = await register(portal, '林知夏', '夏天');
  await addCountdown(portal, token, '高考', 199);
  admin = (await register(portal, '周明远', '老周')).token;
  browser = await launch();
});
test.afterAll(cleanUp);

/** The desktop on a device, once it listens for context menus. */
async function open(size) {
  const context = await device(browser, size);
  await signIn(context, portal, '林知夏');
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto(portal.url);
  await page.locator('.host').first().waitFor();
  await page.waitForFunction(hasStarted);
  const menu = (name) => page.getByRole('dialog', { name, exact: true });
  const choose = (name, line) => menu(name).getByRole('button', { name: line, exact: true }).click();
  return { context, page, watch, menu, choose };
}

async function assertSound(page, screen, touchPx = 0) {
  await waitForAnimations(page);
  await page.screenshot({ path: join(pictureFolder('context-menu'), `${screen}.png`), scale: 'css' });
  assert.deepEqual([...(await page.evaluate(layoutFaults, touchPx)), ...(await axeFindings(page)).faults], []);
}

test('a mouse and the keys find what can be done with desktop, widgets, dock and windows', async () => {
  const { context, page, watch, menu, choose } = await open('desktop');
  const rightClick = (locator, position) => locator.click({ button: 'right', position });
  const dock = page.getByRole('navigation', { name: '应用' });
  const app = (name) => page.locator(`.window[data-app=${name}]`);
  const desktop = page.locator('.page:not([aria-hidden])');

  // The desktop itself, by the right button and by the keys.
  await rightClick(desktop, { x: 5, y: 5 });
  await assertSound(page, 'desktop');
  await choose('桌面', '更换壁纸');
  await app('settings').getByRole('tab', { name: '外观', selected: true }).waitFor();
  await page.keyboard.press('Escape');
  await desktop.focus();
  await page.keyboard.press('Shift+F10');
  await menu('桌面').waitFor();
  await page.keyboard.press('Escape');
  await menu('桌面').waitFor({ state: 'detached' });
  assert.equal(await desktop.evaluate((element) => element === document.activeElement), true, 'the focus is back');

  // A widget: removed, and taken back.
  const countdown = page.getByRole('article', { name: '倒计时' });
  await rightClick(countdown);
  await assertSound(page, 'widget');
  await choose('倒计时', '移除');
  await countdown.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '撤销' }).click();
  await countdown.waitFor();
  await rightClick(countdown);
  await choose('倒计时', '小组件选项');
  await page.getByRole('toolbar').waitFor();
  await page.getByRole('dialog', { name: /倒计时/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dock.waitFor();

  // An icon of the dock, and the window that it opens.
  const icon = dock.getByRole('button', { name: /^倒计时/ });
  await rightClick(icon);
  await assertSound(page, 'dock');
  await choose('倒计时', '打开');
  await app('countdown').waitFor();
  await rightClick(app('countdown').getByRole('heading', { name: '倒计时', exact: true }).first());
  await assertSound(page, 'window');
  await choose('倒计时', '占左半屏');
  const { x, width } = await app('countdown').boundingBox();
  assert.deepEqual([x, width], [0, 1366 / 2]);
  await rightClick(icon);
  await choose('倒计时', '关闭窗口');
  await app('countdown').waitFor({ state: 'detached' });
  await rightClick(icon);
  await choose('倒计时', '从程序坞移除');
  await icon.waitFor({ state: 'detached' });
  await saved(page);

  // Where the browser's own menu is better, nothing opens.
  await page.goto(`${portal.url}/#/app/settings/profile`);
  const field = app('settings').getByRole('textbox').first();
  await field.waitFor();
  await rightClick(field);
  assert.equal(await page.locator('.panel[aria-modal=true]').count(), 0);
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('a finger on a phone opens the menu of the empty desktop, and a notice leaves the bar in reach', async () => {
  const { context, page, watch, menu, choose } = await open('phone');
  const { send } = await fingerOf(context, page);
  const area = await page.locator('main').boundingBox();
  await send('touchStart', area.x + 4, area.y + 4);
  await menu('桌面').waitFor();
  await send('touchEnd');
  await assertSound(page, 'phone', 44);
  await choose('桌面', '编辑桌面');
  await page.getByRole('toolbar').waitFor();

  await call(portal, 'POST', '/api/admin/broadcasts', {
    token: admin,
    body: { content: '操场集合，带上水杯', priority: 'important' },
  });
  const notice = page.locator('.island', { hasText: '操场集合' });
  await notice.waitFor();
  await waitForAnimations(page);
  const pill = await notice.boundingBox();
  const bar = await page.locator('header').first().boundingBox();
  assert.ok(pill.y >= bar.y + bar.height, 'the notice covers the status bar');
  const handle = await page.locator('.badge.remove').first().boundingBox();
  assert.ok(handle.y + handle.height / 2 >= pill.y + pill.height, 'the notice covers the handles of the first widget');
  await page.screenshot({ path: join(pictureFolder('context-menu'), 'phone-notice.png'), scale: 'css' });
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});
