// A day on a school tablet: real Chromium 80, by touch, from the sign-in to the settings.
import assert from 'node:assert/strict';
import { lookAtTablet } from './lib/look.mjs';
import { openTablet } from './lib/old-chromium.mjs';
import { addCountdown, dateIn, PASSWORD, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

test.describe.serial('Chromium 80', () => {
  let portal, tablet;

  test.beforeAll(async () => {
    portal = await startPortal();
    await setUp(portal);
    const { token } = await register(portal, '林知夏', '夏天');
    await addCountdown(portal, token, '高考', 199);
    tablet = await openTablet();
  });
  test.afterAll(async () => {
    await tablet?.close();
    await cleanUp();
  });

  const look = (name) => lookAtTablet(tablet, name);

  test('is the engine of the tablets', () => {
    console.log(tablet.version);
    assert.match(tablet.version, /Chrome\/80\./);
  });

  test('signs in and shows data in the widgets', async () => {
    await tablet.goto(portal.url);
    await tablet.type('账号', '夏天');
    await tablet.type('密码', PASSWORD);
    await tablet.tap('登录');
    await tablet.sees('距离高考');
    await tablet.sees('199');
    await tablet.until('the clock', () =>
      /\d\d:\d\d/.test(document.querySelector('article[aria-label=时钟]').innerText),
    );
    await look('desktop');
  });

  test('creates a countdown', async () => {
    await tablet.tap('倒计时');
    await tablet.sees('还有 199 天');
    await tablet.tap('新建');
    await tablet.type('标题', '运动会');
    // The parts of a date field are typed; their order depends on the browser's language.
    await tablet.until(
      'the date field',
      (date) => {
        const field = document.querySelector('input[type=date]');
        field.value = date;
        return field.dispatchEvent(new Event('input', { bubbles: true })) && field.value === date;
      },
      dateIn(30),
    );
    await look('countdown-form');
    await tablet.tap('添加');
    await tablet.sees('还有 30 天');
    await look('countdown');
    await tablet.tap('关闭');
    await tablet.sees('距离运动会');
  });

  test('opens the settings and turns dark', async () => {
    await tablet.tap('设置');
    await tablet.sees('260101');
    await tablet.tap('外观');
    await tablet.tap('深色');
    await tablet.until('the dark look', () => document.documentElement.dataset.theme === 'dark');
    await look('settings');
    await tablet.tap('关闭');
    await tablet.until('the desktop alone', () => !document.querySelector('[role=dialog]'));
    await look('desktop-dark');
  });

  test('finds the portal as it was after a reload', async () => {
    await tablet.goto(portal.url);
    await tablet.sees('距离运动会');
    assert.equal(await tablet.inside(() => document.documentElement.dataset.theme), 'dark');
  });

  test('raised no exception', () => {
    // A guest's 401 is an answer, which the browser logs all the same.
    const faults = tablet.logs.filter((line) => /^(exception|error|warning)/.test(line));
    assert.deepEqual(
      faults.filter((line) => !/status of 401/.test(line)),
      [],
    );
  });
});
