// Windows and what lies over them: a browser that shrinks and grows, messages that leave the action
// row free, and a focus that neither a press nor a failed check throws away.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, waitForAnimations, watchedPage } from './lib/browser.mjs';
import { until } from './lib/desktop.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { dateIn, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const TOUCH_PX = 44;
const LARGE = { width: 1366, height: 768 };
const SMALL = { width: 800, height: 600 };

test.describe.configure({ mode: 'serial' });

let portal, browser, page, watch;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  await register(portal, '林知夏', '夏天');
  browser = await launch();
  const context = await device(browser);
  await signIn(context, portal, '夏天');
  ({ page, watch } = await watchedPage(context, portal.url));
});
test.afterAll(cleanUp);

const dialog = () => page.getByRole('dialog', { name: '倒计时' });
const button = (name) => dialog().getByRole('button', { name, exact: true });
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());

async function resize(size) {
  await page.setViewportSize(size);
  await waitForAnimations(page);
}

test.describe('windows', () => {
  test('come inside when the browser shrinks, and go back when it grows', async () => {
    await page.goto(`${portal.url}/#/app/countdown`);
    await button('新建倒计时').waitFor();
    const before = await dialog().boundingBox();
    await resize(SMALL);
    assert.deepEqual(await page.evaluate(layoutFaults, TOUCH_PX), []);
    await resize(LARGE);
    assert.deepEqual(await dialog().boundingBox(), before);
  });

  test('come inside from where they were dragged half out', async () => {
    const title = dialog().getByRole('heading', { name: '倒计时' });
    await title.hover();
    await page.mouse.down();
    await page.mouse.move(1300, 300, { steps: 4 });
    await page.mouse.up();
    await waitForAnimations(page);
    const before = await dialog().boundingBox();
    assert.ok(before.x + before.width > LARGE.width, 'the window is half out');
    await resize(SMALL);
    assert.deepEqual(await page.evaluate(layoutFaults, TOUCH_PX), []);
    await resize(LARGE);
    assert.deepEqual(await dialog().boundingBox(), before);
    await title.hover();
    await page.mouse.down();
    await page.mouse.move(600, 100, { steps: 4 });
    await page.mouse.up();
  });

  test('snap to the half whose edge the pointer reaches, by a preview, and are free again by the keys', async () => {
    const free = await dialog().boundingBox();
    await dialog().getByRole('heading', { name: '倒计时' }).hover();
    await page.mouse.down();
    await page.mouse.move(LARGE.width - 2, 300, { steps: 4 });
    const preview = await page.locator('.snap-preview').boundingBox();
    assert.deepEqual([preview.x, preview.width], [LARGE.width / 2, LARGE.width / 2]);
    const held = await dialog().boundingBox();
    assert.ok(held.x > free.x + 100, 'the window has left the pointer');
    await page.mouse.up();
    assert.deepEqual(await dialog().boundingBox(), preview);
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await waitForAnimations(page);
    assert.deepEqual(await dialog().boundingBox(), free);
  });

  test('put the focus into the first faulty field', async () => {
    await button('新建倒计时').click();
    await button('添加').click();
    await page.waitForFunction(() => document.activeElement?.labels?.[0]?.innerText === '标题');
    await dialog().getByLabel('标题', { exact: true }).fill('运动会');
    await button('添加').click();
    await page.waitForFunction(() => document.activeElement?.labels?.[0]?.innerText === '日期');
  });

  test('keep the focus on a button that is busy, which ignores further presses', async () => {
    await dialog().getByLabel('日期', { exact: true }).fill(dateIn(30));
    let calls = 0;
    let answer = () => undefined;
    await page.route('**/api/countdown', async (route) => {
      calls += 1;
      await new Promise((resolve) => (answer = resolve));
      await route.abort();
    });
    await button('添加').focus();
    await page.keyboard.press('Enter');
    await dialog().locator('[aria-busy=true]').waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await focused(), '添加');
    // The browser tells of a request a moment after the page has made it.
    await until(
      () => calls,
      (made) => made > 0,
    );
    answer();
    await dialog().getByRole('alert').waitFor();
    assert.equal(calls, 1);
    assert.equal(await focused(), '添加');
    await page.unroute('**/api/countdown');
    await page.keyboard.press('Enter');
    await dialog().getByRole('listitem').getByText('运动会').waitFor();
  });
});

test.describe('windows that show a message', () => {
  for (const [kind, size] of [
    ['desktop', LARGE],
    ['tablet', { width: 960, height: 600 }],
  ]) {
    test(`leave their action row free of messages: ${kind}`, async () => {
      await resize(size);
      await button('编辑「运动会」').click();
      await button('删除这个倒计时').click();
      const message = page.getByText('已删除「运动会」');
      await message.waitFor();
      await waitForAnimations(page);
      const toast = await message.boundingBox();
      const window = await dialog().boundingBox();
      const row = { top: window.y + window.height - 64, bottom: window.y + window.height };
      assert.ok(
        toast.y + toast.height <= row.top || toast.y >= row.bottom,
        `the message at ${toast.y} covers the row ${row.top}–${row.bottom}`,
      );
      await page.getByRole('button', { name: '撤销' }).click();
      await dialog().getByRole('listitem').getByText('运动会').waitFor();
    });
  }

  test('say whom an app is for when a pupil follows a link of the teacher', async () => {
    await page.goto(`${portal.url}/#/app/admin`);
    await page.getByText('「管理」只有老师和班委能打开').waitFor();
  });

  test('made no fault on the way', () => {
    assert.deepEqual(faultsOf(watch, ['net::ERR_']), []);
  });
});
