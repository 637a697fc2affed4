// Fingers on the desktop: the corner of a widget, a drag that is broken off, and a drag across pages,
// with motion as most devices have it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { addCountdown, call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';

const SAVE_MS = 1500;
const CLOCK = { id: 'c', type: 'clock-now', config: {}, size: { w: 2, h: 2 } };
const LEVEL = { id: 'l', type: 'level-sign-in', config: {}, size: { w: 2, h: 2 } };
const WIDE = { id: 'd', type: 'countdown-next', config: {}, size: { w: 4, h: 1 } };

describe('arranging', { timeout: 90_000 }, () => {
  let portal, browser, token;

  before(async () => {
    portal = await startPortal();
    await setUp(portal);
    ({ token } = await register(portal, '林知夏', '夏天'));
    await addCountdown(portal, token, '高考', 199);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await portal?.stop();
  });

  const settings = () => call(portal, 'GET', '/api/user/settings', { token });
  const stored = async () => (await settings()).desktop_layout.pages;
  const ids = async () => (await stored()).map(({ widgets }) => widgets.map(({ id }) => id));
  const sizeOf = async (id) => (await stored()).flatMap(({ widgets }) => widgets).find((one) => one.id === id).size;
  const button = (page, name) => page.getByRole('button', { name, exact: true });

  /** A device that shows these pages of widgets, being arranged. */
  async function arrange(size, ...pages) {
    const { revision } = await settings();
    const desktop_layout = { pages: pages.map((widgets, i) => ({ id: `p${i}`, widgets })) };
    await call(portal, 'PUT', '/api/user/settings', { token, body: { desktop_layout, revision } });
    const context = await device(browser, size, { glass: true });
    await signIn(context, portal, '夏天');
    const { page, watch } = await watchedPage(context, portal.url);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(portal.url);
    await page.locator('.host').first().waitFor();
    await button(page, '编辑桌面').click();
    await page.locator('.page:not([aria-hidden]) .grip').first().waitFor();
    return { context, page, watch };
  }
  const current = (page) => page.locator('.dot[aria-current]').getAttribute('aria-label');
  const cornerOf = async (page, id) => {
    const box = await page.locator('.place', { has: page.locator(`[data-grip="${id}"]`) }).locator('.corner').boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  it('resizes by the corner', async () => {
    const { page, context } = await arrange('desktop', [CLOCK, LEVEL]);
    const corner = await cornerOf(page, 'l');
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x + 120, corner.y, { steps: 6 });
    await page.mouse.up();
    await page.waitForTimeout(SAVE_MS);
    assert.deepEqual(await sizeOf('l'), { w: 3, h: 2 });
    await context.close();
  });

  it('saves what comes after an Escape in the middle of a resize', async () => {
    const { page, context } = await arrange('desktop', [CLOCK, LEVEL]);
    const corner = await cornerOf(page, 'c');
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x + 120, corner.y, { steps: 6 });
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await page.mouse.up();
    await page.waitForTimeout(SAVE_MS);
    assert.deepEqual(await sizeOf('c'), { w: 3, h: 2 });
    await button(page, '编辑桌面').click();
    await button(page, '移除「每日签到」').click();
    await page.waitForTimeout(SAVE_MS);
    assert.deepEqual(await ids(), [['c']]);
    await context.close();
  });

  it('keeps on a phone the width that only a larger screen shows', async () => {
    const { page, context } = await arrange('phone', [WIDE]);
    await page.setViewportSize({ width: 260, height: 640 });
    await page.waitForTimeout(300);
    const corner = await cornerOf(page, 'd');
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x, corner.y + 100, { steps: 6 });
    await page.mouse.up();
    await page.waitForTimeout(SAVE_MS);
    assert.deepEqual(await sizeOf('d'), { w: 4, h: 2 });
    await context.close();
  });

  it('carries a widget to the next page and back with the mouse', async () => {
    const { page, context, watch } = await arrange('desktop', [CLOCK, LEVEL], [WIDE]);
    const box = await page.locator('[data-grip="c"]').boundingBox();
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(1360, box.y + 80, { steps: 12 });
    await page.waitForFunction(() => document.querySelector('.dot[aria-current]').getAttribute('aria-label').startsWith('第 2'));
    const turned = await page.evaluate(() => new Promise((done) => {
      const names = new Set();
      const look = () => names.add(document.querySelector('.dot[aria-current]').getAttribute('aria-label'));
      const timer = setInterval(look, 10);
      setTimeout(() => [clearInterval(timer), done([...names])], 550);
    }));
    assert.deepEqual(turned, ['第 2 页，共 2 页'], 'no page but the next is current on the way');
    await page.mouse.move(700, box.y + 80, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(SAVE_MS);
    assert.deepEqual((await ids()).map((page_) => page_.includes('c')), [false, true]);
    await context.close();
    assert.deepEqual(faultsOf(watch), []);
  });

  it('carries a widget to the next page by a finger', async () => {
    const { page, context } = await arrange('tablet', [CLOCK, LEVEL], [WIDE]);
    const client = await context.newCDPSession(page);
    const send = (type, x, y) => client.send('Input.dispatchTouchEvent', {
      type, touchPoints: type === 'touchEnd' ? [] : [{ x, y, id: 1 }],
    });
    const glide = async (from, to, y) => {
      for (let i = 1; i <= 10; i++) {
        await send('touchMove', from + ((to - from) * i) / 10, y);
        await page.waitForTimeout(20);
      }
    };
    const box = await page.locator('[data-grip="c"]').boundingBox();
    const y = box.y + 60;
    await send('touchStart', box.x + 60, y);
    await page.waitForTimeout(400);
    await glide(box.x + 60, 945, y);
    await page.waitForFunction(() => document.querySelector('.dot[aria-current]').getAttribute('aria-label').startsWith('第 2'));
    await glide(945, 500, y);
    await page.locator('.ghost').waitFor();
    await glide(500, 300, y + 40);
    assert.equal(await page.locator('.ghost').count(), 1, 'the finger still carries it');
    assert.equal(await current(page), '第 2 页，共 2 页');
    await send('touchEnd');
    await page.waitForTimeout(SAVE_MS);
    assert.deepEqual((await ids()).map((page_) => page_.includes('c')), [false, true]);
    await context.close();
  });
});
