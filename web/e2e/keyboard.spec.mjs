// The portal without a pointer: signing in, opening an app, creating a countdown, closing, and the
// focus where one expects it, with a ring around it.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { PASSWORD, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MAX_TABS = 40;

test.describe.configure({ mode: 'serial' });

let portal, browser, page, watch;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  await register(portal, '林知夏', '夏天');
  browser = await launch();
  ({ page, watch } = await watchedPage(await device(browser), portal.url));
});
test.afterAll(cleanUp);

async function press(...keys) {
  for (const key of keys) await page.keyboard.press(key);
}
const type = (text) => page.keyboard.insertText(text);

/** The name of the focused element as a screen reader would say it, more or less. */
function focused() {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const labels = [...(element.labels ?? [])].map((label) => label.innerText);
    const text = element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent);
    return text.trim();
  });
}

/** Presses Tab until an element has the focus; each stop must be seen. */
async function tabTo(name, key = 'Tab') {
  const seen = [];
  for (let i = 0; i < MAX_TABS; i += 1) {
    await press(key);
    const now = await focused();
    assert.ok(await isMarked(), `no focus ring on ${now || 'the page'}`);
    if (name instanceof RegExp ? name.test(now) : now.startsWith(name)) return;
    seen.push(now);
  }
  assert.fail(`${name} is not reached by ${key}: ${seen.join(' | ')}`);
}

/** A ring of the element, or of what stands for a hidden radio or checkbox; body has none. */
function isMarked() {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return true;
    const shown = element.classList.contains('visually-hidden') ? element.nextElementSibling : element;
    const style = getComputedStyle(shown);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  });
}

/** Waits until the window with this title has the focus. */
function focusIsIn(title) {
  const holds = (name) => document.activeElement?.closest('[role=dialog]')?.getAttribute('aria-label') === name;
  return page.waitForFunction(holds, title);
}

test.describe('keyboard alone', () => {
  test('signs in', async () => {
    await page.goto(portal.url);
    await page.getByRole('heading', { name: '登录' }).waitFor();
    assert.equal(await focused(), '账号');
    await type('夏天');
    await tabTo('密码');
    await type(PASSWORD);
    await press('Enter');
    await page.getByRole('article', { name: '倒计时' }).waitFor();
  });

  test('opens an app and finds the focus inside', async () => {
    await tabTo('倒计时');
    await press('Enter');
    await page.getByRole('dialog', { name: '倒计时' }).getByText('还没有倒计时').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'dialog');
  });

  test('creates a countdown', async () => {
    await tabTo('新建倒计时');
    await press('Enter');
    await page.getByLabel('标题', { exact: true }).waitFor();
    assert.equal(await focused(), '标题');
    await type('毕业典礼');
    await tabTo('日期');
    // Year, month, day; the parts of the field stand in the order of the browser's language.
    await page.keyboard.type('06302099');
    await press('Tab');
    await tabTo('不重复');
    await press('ArrowRight', 'ArrowRight');
    assert.equal(await focused(), '每年');
    await tabTo('置顶');
    await press('Space');
    await tabTo('添加');
    await press('Enter');
    await page.getByRole('listitem').getByText('毕业典礼').waitFor();
    await page.getByRole('listitem').getByText('2099年6月30日').waitFor();
    await page.getByRole('listitem').getByText('每年').waitFor();
  });

  test('leaves the form with one Escape, the window with the next', async () => {
    await tabTo('新建');
    await press('Enter');
    await page.getByLabel('标题', { exact: true }).waitFor();
    await press('Escape');
    await page.getByLabel('标题', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await focused(), '新建');
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('gives the focus back to the dock', async () => {
    await page.waitForFunction(() => document.activeElement?.closest('nav') !== null);
    assert.equal(await focused(), '倒计时');
    await page.getByRole('article', { name: '倒计时' }).getByText('毕业典礼').waitFor();
  });

  test('gives the focus to an app that is opened from all apps', async () => {
    await tabTo('全部应用');
    await press('Enter');
    await page.getByRole('dialog', { name: '全部应用' }).waitFor();
    await tabTo('倒计时');
    await press('Enter');
    await focusIsIn('倒计时');
    await press('Escape');
  });
});

test.describe('keyboard alone, in open windows', () => {
  test('turns the pages of the settings with arrows', async () => {
    await tabTo('设置');
    await press('Enter');
    await page.getByRole('dialog', { name: '设置' }).getByRole('tab').first().waitFor();
    await tabTo('资料');
    await press('ArrowRight', 'ArrowRight');
    assert.equal(await focused(), '外观');
    await tabTo(/^(浅色|深色|跟随系统)$/);
    for (let i = 0; i < 3 && (await focused()) !== '深色'; i += 1) await press('ArrowRight');
    await page.locator('html[data-theme=dark]').waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.closest('nav') !== null);
    assert.equal(await focused(), '设置');
  });

  test('brings the next window to the front with Alt+`', async () => {
    await press('Enter');
    await page.getByRole('dialog', { name: '设置' }).waitFor();
    await page.evaluate(() => (location.hash = '#/app/countdown'));
    await focusIsIn('倒计时');
    await press('Alt+`');
    await focusIsIn('设置');
    await press('Escape', 'Escape');
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
  });

  test('made no fault on the way', () => {
    assert.deepEqual(faultsOf(watch, ['status of 401']), []);
  });
});
