// Fingers on the desktop: the corner of a widget, a drag that is broken off, and a drag across pages,
// with motion as most devices have it; the gallery of widgets, and the checklist of whoever runs a class.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { fingerOf, saved, startArranging } from './lib/desktop.mjs';
import { addCountdown, call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const CLOCK = { id: 'c', type: 'clock-now', config: {}, size: { w: 2, h: 2 } };
const LEVEL = { id: 'l', type: 'level-sign-in', config: {}, size: { w: 2, h: 2 } };
const WIDE = { id: 'd', type: 'countdown-next', config: {}, size: { w: 4, h: 1 } };

let portal, browser, token, teacher;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token } = await register(portal, '林知夏', '夏天'));
  ({ token: teacher } = await register(portal, '周明远', '老周'));
  await addCountdown(portal, token, '高考', 199);
  browser = await launch();
});
test.afterAll(cleanUp);

const settings = () => call(portal, 'GET', '/api/user/settings', { token });
const stored = async () => (await settings()).desktop_layout.pages;
const ids = async () => (await stored()).map(({ widgets }) => widgets.map(({ id }) => id));
const sizeOf = async (id) => (await stored()).flatMap(({ widgets }) => widgets).find((one) => one.id === id).size;
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** A device that shows these pages of widgets; `prepare` sees it before it loads anything. */
async function open(size, pages, prepare = async () => undefined) {
  const { revision } = await settings();
  const desktop_layout = { pages: pages.map((widgets, i) => ({ id: `p${i}`, widgets })) };
  await call(portal, 'PUT', '/api/user/settings', { token, body: { desktop_layout, revision } });
  const context = await device(browser, size, { glass: true });
  await signIn(context, portal, '夏天');
  const { page, watch } = await watchedPage(context, portal.url);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await prepare(page);
  await page.goto(portal.url);
  await page.locator('.host').first().waitFor();
  return { context, page, watch };
}

/** The same, being arranged. */
async function arrange(size, ...pages) {
  const opened = await open(size, pages);
  await startArranging(opened.page);
  await opened.page.locator('.page:not([aria-hidden]) .grip').first().waitFor();
  return opened;
}
const cornerOf = async (page, id) => {
  const box = await page
    .locator('.place', { has: page.locator(`[data-grip="${id}"]`) })
    .locator('.corner')
    .boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test.describe('the edit mode', () => {
  test('resizes by the corner', async () => {
    const { page, context } = await arrange('desktop', [CLOCK, LEVEL]);
    const corner = await cornerOf(page, 'l');
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x + 120, corner.y, { steps: 6 });
    await page.mouse.up();
    await saved(page);
    assert.deepEqual(await sizeOf('l'), { w: 3, h: 2 });
    await context.close();
  });

  test('saves what comes after an Escape in the middle of a resize', async () => {
    const { page, context } = await arrange('desktop', [CLOCK, LEVEL]);
    const corner = await cornerOf(page, 'c');
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x + 120, corner.y, { steps: 6 });
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await page.mouse.up();
    await saved(page);
    assert.deepEqual(await sizeOf('c'), { w: 3, h: 2 });
    await button(page, '编辑桌面').click();
    await button(page, '移除「每日签到」').click();
    await saved(page);
    assert.deepEqual(await ids(), [['c']]);
    await context.close();
  });

  test('keeps on a phone the width that only a larger screen shows', async () => {
    const { page, context } = await arrange('phone', [WIDE]);
    await page.setViewportSize({ width: 260, height: 640 });
    await page.waitForFunction(() => document.querySelector('.place').getBoundingClientRect().width < 260);
    const corner = await cornerOf(page, 'd');
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x, corner.y + 100, { steps: 6 });
    await page.mouse.up();
    await saved(page);
    assert.deepEqual(await sizeOf('d'), { w: 4, h: 2 });
    await context.close();
  });
});

test.describe('the edit mode across pages', () => {
  test('carries a widget to the next page and back with the mouse', async () => {
    const { page, context, watch } = await arrange('desktop', [CLOCK, LEVEL], [WIDE]);
    const box = await page.locator('[data-grip="c"]').boundingBox();
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.evaluate(() => {
      window.turned = new Set();
      setInterval(() => {
        const name = document.querySelector('.dot[aria-current]').getAttribute('aria-label');
        if (window.turned.size > 0 || name.startsWith('第 2')) window.turned.add(name);
      }, 10);
    });
    await page.mouse.move(1360, box.y + 80, { steps: 12 });
    await page.waitForFunction(() => window.turned.size > 0);
    // Resting at the edge is no wish for a page that nobody has made.
    await page.waitForTimeout(900);
    await page.mouse.move(700, box.y + 80, { steps: 4 });
    const turned = await page.evaluate(() => [...window.turned]);
    assert.deepEqual(turned, ['第 2 页，共 2 页'], 'no page but the next is current on the way');
    await page.mouse.up();
    await saved(page);
    assert.deepEqual(
      (await ids()).map((page_) => page_.includes('c')),
      [false, true],
    );
    await context.close();
    assert.deepEqual(faultsOf(watch), []);
  });

  test('makes a page for a widget that is held at the edge of the last one', async () => {
    const { page, context } = await arrange('desktop', [CLOCK, LEVEL, WIDE]);
    const box = await page.locator('[data-grip="c"]').boundingBox();
    const shows = (name) => page.locator('.dot[aria-current]').and(page.getByLabel(name)).waitFor();
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(1360, box.y + 80, { steps: 12 });
    await shows('第 2 页，共 2 页');
    await page.mouse.move(700, box.y + 80, { steps: 4 });
    await page.mouse.up();
    await saved(page);
    assert.deepEqual(await ids(), [['l', 'd'], ['c']]);
    await context.close();
  });
});

test.describe('the edit mode under a finger', () => {
  test('lets go of a widget whose finger has gone before the tools are there', async () => {
    let arrive;
    const tools = new Promise((done) => (arrive = done));
    const { page, context } = await open('tablet', [[CLOCK, LEVEL, WIDE]], async (fresh) => {
      await fresh.route('**/assets/EditMode*.js', async (route) => {
        await tools;
        await route.continue();
      });
    });
    const { send } = await fingerOf(context, page);
    const box = await page.locator('.place').first().boundingBox();
    await send('touchStart', box.x + 60, box.y + 60);
    await page.getByRole('button', { name: '编辑桌面', pressed: true }).waitFor();
    await send('touchEnd');
    arrive();
    await page.getByRole('toolbar').waitFor();
    assert.equal(await page.locator('.drag-preview').count(), 0);
    await button(page, '移除「每日签到」').click();
    await saved(page);
    assert.deepEqual(await ids(), [['c', 'd']]);
    await context.close();
  });

  test('carries a widget to the next page by a finger', async () => {
    const { page, context } = await arrange('tablet', [CLOCK, LEVEL], [WIDE]);
    const { send, glide } = await fingerOf(context, page);
    const current = () => page.locator('.dot[aria-current]').getAttribute('aria-label');
    const box = await page.locator('[data-grip="c"]').boundingBox();
    const y = box.y + 60;
    await send('touchStart', box.x + 60, y);
    await page.locator('.drag-preview').waitFor();
    await glide({ x: box.x + 60, y }, { x: 945, y });
    await page.waitForFunction(() =>
      document.querySelector('.dot[aria-current]').getAttribute('aria-label').startsWith('第 2'),
    );
    await glide({ x: 945, y }, { x: 500, y });
    await page.locator('.drag-preview').waitFor();
    await glide({ x: 500, y: y + 40 }, { x: 300, y: y + 40 });
    assert.equal(await page.locator('.drag-preview').count(), 1, 'the finger still carries it');
    assert.equal(await current(), '第 2 页，共 2 页');
    await send('touchEnd');
    await saved(page);
    assert.deepEqual(
      (await ids()).map((page_) => page_.includes('c')),
      [false, true],
    );
    await context.close();
  });
});

test.describe('the gallery of widgets', () => {
  test('shows each as it would look, and adds it in the size one chooses without closing', async () => {
    const { page, context, watch } = await arrange('desktop', [CLOCK, WIDE]);
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await button(page, '小组件').click();
    const card = page.getByRole('region', { name: '倒计时' });
    // A preview is drawn once it is in sight.
    await card.scrollIntoViewIfNeeded();
    await card.locator('.look').getByText('199').waitFor();
    assert.equal(await card.getByText('示例').count(), 0, 'there is a date of the member');
    await page.getByRole('region', { name: '公告' }).scrollIntoViewIfNeeded();
    await page.getByRole('region', { name: '公告' }).getByText('示例').waitFor();
    await card.scrollIntoViewIfNeeded();
    await card.getByText('桌面上已有 1 个').waitFor();
    await card.getByRole('radio', { name: '宽 4 格，高 1 格' }).check({ force: true });
    await card.locator('.look [data-w="4"][data-h="1"]').waitFor();
    for (const n of [2, 3]) {
      await button(page, '添加「倒计时」').click();
      await card.getByText(`桌面上已有 ${n} 个`).waitFor();
    }
    await page.getByRole('dialog').getByText('已把「倒计时」放到第 1 页').waitFor();
    await button(page, '撤销').click();
    await card.getByText('桌面上已有 2 个').waitFor();
    assert.deepEqual(
      asked.filter((path) => path === '/api/countdown'),
      [],
      'a preview asks for nothing that is there',
    );
    const reached = await page
      .locator('.look')
      .evaluateAll((all) =>
        all.map((look) => look.querySelectorAll('a:not([tabindex="-1"]), button:not([tabindex="-1"])').length),
      );
    assert.ok(
      reached.every((count) => count === 0),
      'no preview takes the focus',
    );
    await page.keyboard.press('Escape');
    await saved(page);
    const added = (await stored())[0].widgets.at(-1);
    assert.deepEqual(added.size, { w: 4, h: 1 });
    await context.close();
    assert.deepEqual(faultsOf(watch), []);
  });
});

test.describe('the checklist of whoever runs a class', () => {
  test('is ticked by what the class has, and leaves with one tap', async () => {
    const context = await device(browser, 'desktop');
    await signIn(context, portal, '老周');
    const { page, watch } = await watchedPage(context, portal.url);
    await page.goto(portal.url);
    const list = page.getByRole('list', { name: /^开班清单/ });
    await list.getByRole('link', { name: '2/6 已注册' }).waitFor();
    await list.getByText('开班清单 0/4').waitFor();
    await page.getByText('已连接').waitFor();
    const body = { title: '班会', content: '周五', type: 'notice' };
    await call(portal, 'POST', '/api/admin/announcements', { token: teacher, body });
    await list.getByText('开班清单 1/4').waitFor();
    await list.getByRole('button', { name: '设为班级默认布局' }).click();
    await page.getByRole('dialog', { name: '设为班级默认…' }).waitFor();
    await page.keyboard.press('Escape');
    await button(page, '完成').click();
    await button(page, '收起开班清单').click();
    await page.getByRole('article', { name: '每日签到' }).waitFor();
    assert.equal(await list.count(), 0);
    await button(page, '撤销').click();
    await list.waitFor();
    await saved(page);
    await context.close();
    assert.deepEqual(faultsOf(watch), []);
  });
});
