// Urgent broadcasts on a classroom panel: over everything, until somebody says that they are known.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { axeFindings } from './lib/axe.mjs';
import { device, faultsOf, launch, pictureFolder, waitForAnimations, watchedPage } from './lib/browser.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { addCountdown, call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const TOUCH_PX = 44;
const SHORT = '请立即到操场集合';
const MIDDLE = '今天下午第三节课改为全校消防演练，听到警报后请按疏散路线有序离开教室，由各班班主任在操场清点人数。';
const LONG = `${MIDDLE}\n1. 不带书包，不乘电梯；\n2. 走廊靠右，不推不挤；\n3. 到达操场后按班级站队，班长报告人数。\n${MIDDLE.repeat(5)}`;

test.describe.configure({ mode: 'serial' });

let portal, browser, head, member;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token: head } = await register(portal, '周明远', '周老师'));
  ({ token: member } = await register(portal, '林知夏', '夏天'));
  await addCountdown(portal, member, '高考', 199);
  browser = await launch();
});
test.afterAll(cleanUp);

const admin = (method, path, body) => call(portal, method, `/api/admin/${path}`, { token: head, body });
let sent = 0;
// With a key of its own the same words are not taken for a repetition.
const send = (content, more = {}) =>
  admin('POST', 'broadcasts', { content, priority: 'urgent', key: `key-${sent++}`, ...more });
const reached = async (id) => (await admin('GET', 'broadcasts')).broadcasts.find((entry) => entry.id === id).reached;

/** A device of the member with the line up, in classroom mode unless told. */
async function open(size = 'desktop', { classroom = true, hash = '' } = {}) {
  const context = await device(browser, size);
  await signIn(context, portal, '夏天');
  if (classroom) await context.addInitScript(() => localStorage.setItem('portal:device:classroom', '1'));
  const { page, watch } = await watchedPage(context, portal.url);
  const greeted = new Promise((done) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"connected"')) done();
      }),
    );
  });
  await page.goto(`${portal.url}/${hash}`);
  await greeted;
  const screen = page.getByRole('alertdialog', { name: '紧急广播' });
  const known = () => screen.getByRole('button', { name: '知道了' });
  /** Reads first: a press that comes too soon is not taken. */
  const know = async () => {
    await page.waitForTimeout(800);
    await known().click();
  };
  return { context, page, watch, screen, know, known };
}

test.describe('urgent broadcasts', () => {
  test('take the screen of a panel, one after the other, keep the keys, and give them back', async () => {
    const { context, page, watch, screen, know, known } = await open('desktop', { hash: '#/app/countdown' });
    await page.getByRole('button', { name: '新建', exact: true }).click();
    const field = page.getByLabel('标题', { exact: true });
    await field.fill('写到一半');
    const first = await send(SHORT);
    await screen.getByText(SHORT).waitFor();
    await screen.getByText(/周明远 · \d+月\d+日 \d\d:\d\d/).waitFor();
    const second = await send(MIDDLE);
    await screen.getByText('之后还有 1 条').waitFor();

    // Whoever was typing goes on typing into nothing.
    await page.keyboard.type('abc');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('Tab');
      assert.ok(await screen.evaluate((root) => root.contains(document.activeElement)));
    }
    const box = await known().boundingBox();
    assert.ok(box.height >= 56, `${box.height} px`);
    assert.deepEqual((await axeFindings(page)).faults, []);
    assert.equal(await reached(first.id), 0, 'shown is not known');

    await know();
    await screen.getByText(MIDDLE).waitFor();
    await page.reload();
    await screen.getByText(MIDDLE).waitFor();
    while ((await reached(first.id)) === 0) await page.waitForTimeout(50);
    assert.equal(await reached(first.id), 1);
    await page.waitForTimeout(800);
    await known().focus();
    await page.keyboard.press('Enter');
    await screen.waitFor({ state: 'detached' });
    while ((await reached(second.id)) === 0) await page.waitForTimeout(50);
    await Promise.all([page.waitForResponse('**/api/assets/broadcasts'), page.reload()]);
    await page.getByRole('button', { name: /^通知/ }).waitFor();
    await page.waitForTimeout(1000);
    assert.equal(await screen.count(), 0);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('are there before the list is read anew, and vanish when they are taken back or over', async () => {
    const { context, page, screen } = await open();
    const brief = await send(SHORT, { expires_in: 60 });
    await screen.getByText(SHORT).waitFor();
    await page.route('**/api/assets/broadcasts', () => undefined);
    await page.reload();
    await screen.getByText(SHORT).waitFor();
    await page.unroute('**/api/assets/broadcasts');
    await Promise.all([page.waitForResponse('**/api/assets/broadcasts'), page.reload()]);
    await page.waitForTimeout(3500);
    await admin('POST', `broadcasts/${brief.id}/end`);
    await screen.waitFor({ state: 'detached' });
    await context.close();
  });

  test('stand over the lock, which stays locked', async () => {
    const { context, page, screen, know } = await open();
    await admin('PUT', 'lock-screen', { enabled: true });
    const lock = page.getByRole('dialog', { name: '已锁屏' });
    await lock.waitFor();
    const warning = await send('请各班关窗，暴雨红色预警');
    await screen.getByText('暴雨红色预警').waitFor();
    assert.ok(
      await screen.evaluate((root) => root.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2))),
    );
    await know();
    await screen.waitFor({ state: 'detached' });
    await lock.getByText('全班屏幕已锁定').waitFor();
    assert.ok(await lock.evaluate((root) => root.contains(document.activeElement)));
    while ((await reached(warning.id)) === 0) await page.waitForTimeout(50);
    await admin('PUT', 'lock-screen', { enabled: false });
    await context.close();
  });
});

test.describe('urgent broadcasts on each screen', () => {
  test('stay in the island where nobody stands before a panel, and important ones everywhere', async () => {
    const own = await open('phone', { classroom: false });
    const panel = await open('tablet');
    const important = await send('明天带美术用具', { priority: 'important' });
    for (const { page, screen } of [own, panel]) {
      await page.getByText('明天带美术用具').first().waitFor();
      assert.equal(await screen.count(), 0);
    }
    await admin('POST', `broadcasts/${important.id}/end`);
    const urgent = await send('校门口积水，请走东门');
    await own.page.getByRole('alert').getByText('校门口积水').waitFor();
    assert.equal(await own.screen.count(), 0);
    await panel.screen.getByText('校门口积水').waitFor();
    await admin('POST', `broadcasts/${urgent.id}/end`);
    await panel.screen.waitFor({ state: 'detached' });
    await own.context.close();
    await panel.context.close();
  });

  for (const size of ['phone', 'tablet', 'desktop', 'panel']) {
    test(`can be read from the last row: ${size}`, async () => {
      const { context, page, screen, know } = await open(size);
      for (const [name, text] of [
        ['short', SHORT],
        ['middle', MIDDLE],
        ['long', LONG.slice(0, 500)],
      ]) {
        await send(text);
        await screen.getByText(text.split('\n')[0]).waitFor();
        await waitForAnimations(page);
        assert.deepEqual(await page.evaluate(layoutFaults, TOUCH_PX), []);
        for (const scheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.locator(`html[data-theme=${scheme}]`).waitFor();
          assert.deepEqual((await axeFindings(page, { again: scheme === 'dark' })).faults, []);
          await page.screenshot({ path: join(pictureFolder('urgent'), `${size}-${name}-${scheme}.png`), scale: 'css' });
        }
        await know();
        await screen.waitFor({ state: 'detached' });
      }
      await context.close();
    });
  }
});
