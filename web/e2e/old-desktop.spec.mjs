// Arranging on a school tablet: real Chromium 80. A widget by a long press of a finger, a window by
// its title bar, a folder by its buttons, the search, the lock, and all of it still there afterwards.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pictureFolder } from './lib/browser.mjs';
import { isSaved } from './lib/desktop.mjs';
import { openTablet } from './lib/old-chromium.mjs';
import { addCountdown, call, PASSWORD, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test.describe.configure({ mode: 'serial' });

let portal, tablet, token;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token } = await register(portal, '林知夏', '夏天'));
  await addCountdown(portal, token, '高考', 199);
  const size = { w: 2, h: 2 };
  const widgets = ['clock-now', 'countdown-next', 'level-sign-in'].map((type) => ({ id: type, type, size }));
  const body = { desktop_layout: { pages: [{ id: 'own', widgets }] }, revision: 0 };
  await call(portal, 'PUT', '/api/user/settings', { token, body });
  tablet = await openTablet();
  await tablet.goto(portal.url);
  await tablet.type('账号', '夏天');
  await tablet.type('密码', PASSWORD);
  await tablet.tap('登录');
  await tablet.sees('距离高考');
});
test.afterAll(async () => {
  await tablet?.close();
  await cleanUp();
});

const settings = () => call(portal, 'GET', '/api/user/settings', { token });
const boxOf = (selector, index = 0) =>
  tablet.inside(
    (wanted, at) => {
      const { left, top, width, height } = document.querySelectorAll(wanted)[at].getBoundingClientRect();
      return { left, top, width, height };
    },
    selector,
    index,
  );
const touch = (type, points) => tablet.send('Input.dispatchTouchEvent', { type, touchPoints: points });
const shot = (name) => tablet.shot(join(pictureFolder('chromium80'), `${name}.png`));

const saved = () => tablet.until('the layout on the server', isSaved);

/** A finger that rests until something is so, and then goes. */
async function drag(from, to, ready) {
  await touch('touchStart', [from]);
  await ready();
  for (let i = 1; i <= 10; i++) {
    await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 10, y: from.y + ((to.y - from.y) * i) / 10 }]);
    await pause(40);
  }
  await pause(150);
  await touch('touchEnd', []);
}

test.describe('the desktop on Chromium 80', () => {
  test('lifts a widget by a long press and keeps it where it was put', async () => {
    await tablet.until('the widgets', () => document.querySelectorAll('.place').length === 3);
    await pause(500);
    const lifted = () => tablet.until('the lift', () => document.querySelector('.drag-preview') !== null);
    const from = await boxOf('.place', 0);
    const to = await boxOf('.place', 2);
    await drag({ x: from.left + 60, y: from.top + 60 }, { x: to.left + 60, y: to.top + 60 }, lifted);
    await shot('arranging');
    await saved();
    const { pages } = (await settings()).desktop_layout;
    assert.deepEqual(
      pages[0].widgets.map((one) => one.type),
      ['countdown-next', 'level-sign-in', 'clock-now'],
    );
    await tablet.tap('完成');
  });

  test('moves a window by its title bar', async () => {
    // The dock comes back when arranging ends.
    await pause(800);
    await tablet.tap('倒计时');
    await tablet.sees('还有 199 天');
    const before = await boxOf('.window .title-bar');
    const grip = { x: before.left + 40, y: before.top + 24 };
    await drag(grip, { x: grip.x - 120, y: grip.y + 40 }, () => pause(50));
    const now = await boxOf('.window .title-bar');
    assert.ok(Math.abs(now.left - before.left + 120) < 3 && Math.abs(now.top - before.top - 40) < 3);
    await tablet.tap('关闭');
  });

  test('puts two apps into a folder without dragging', async () => {
    await tablet.tap('全部应用');
    await tablet.tap('整理程序坞');
    await tablet.scrollTo('把「等级」放进文件夹');
    await tablet.tap('把「等级」放进文件夹');
    await tablet.scrollTo('与「倒计时」放进新文件夹');
    await tablet.tap('与「倒计时」放进新文件夹');
    await tablet.scrollTo('完成');
    await tablet.tap('完成');
    await tablet.sees('文件夹');
    await shot('folders');
    await saved();
    assert.deepEqual((await settings()).desktop_layout.folders[0].apps, ['countdown', 'level']);
    await tablet.tap('关闭');
  });

  test('finds a countdown by the search of all features', async () => {
    await tablet.tap('搜索');
    await tablet.until('the field', () => document.querySelector('[role=combobox]'));
    await tablet.send('Input.insertText', { text: '高考' });
    await tablet.until('the hit', () => /高考/.test((document.querySelector('[role=listbox]') || {}).innerText));
    await tablet.tap('关闭');
  });

  test('goes back to the class default, and the server kept what was replaced', async () => {
    await tablet.tap('编辑桌面');
    await tablet.tap('布局');
    await tablet.tap('恢复班级默认布局');
    await saved();
    const { layouts } = await call(portal, 'GET', '/api/user/layouts', { token });
    assert.equal(layouts[0].desktop_layout.pages[0].widgets[2].type, 'clock-now');
    await tablet.tap('完成');
  });

  test('raised no exception', () => {
    assert.deepEqual(
      tablet.logs.filter((line) => line.startsWith('exception')),
      [],
    );
  });
});
