// Full screens on a wall panel and in classroom mode: sound to a reader, with targets for a finger at
// an arm's length, and in pictures for people to look at.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { axeFindings } from './lib/axe.mjs';
import { device, faultsOf, launch, pictureFolder, waitForAnimations, watchedPage } from './lib/browser.mjs';
import { classInTerm, PUPIL, TEACHER } from './lib/class.mjs';
import { loadAnew } from './lib/desktop.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

/** What a finger needs at an arm's length. */
const TOUCH_PX = 56;

/** Each device with its scale, where it does not propose one, and somebody who signs in there first. */
const DEVICES = [
  { name: 'wall', size: 'panel', newcomer: '吴思齐' },
  { name: 'tablet', size: 'tablet', newcomer: '郑凯文' },
  { name: 'scaled', size: 'desktop', scale: '1.5', newcomer: '冯晓雯' },
];

test.describe('screens of a class in term', () => {
  let portal, browser;

  test.beforeAll(async () => {
    portal = await startPortal();
    await classInTerm(portal);
    browser = await launch();
  });
  test.afterAll(cleanUp);

  for (const kind of DEVICES) {
    test(`are sound to a pupil: ${kind.name}`, () => tour(kind, PUPIL, tourOfPupil));
    test(`are sound to a teacher: ${kind.name}`, () => tour(kind, TEACHER, tourOfTeacher));
    test(`are sound at a new level: ${kind.name}`, () => tour(kind, kind.newcomer, momentOfLevel));
  }

  /** Someone goes through the screens of a device; a fault of one does not hide those of the others. */
  async function tour({ name, size, scale }, account, walk) {
    const context = await device(browser, size);
    await signIn(context, portal, account);
    const chosen = { classroom: '1', ...(scale && { scale }) };
    await context.addInitScript((all) => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(`portal:device:${key}`, value);
    }, chosen);
    const { page, watch } = await watchedPage(context, portal.url);
    await walk(page, portal.url, async (screen) => {
      await waitForAnimations(page);
      await page.screenshot({ path: join(pictureFolder('classroom'), `${name}-${screen}.png`), scale: 'css' });
      const faults = await page.evaluate(layoutFaults, TOUCH_PX);
      // The wall differs by its geometry alone, and is a large place to search.
      if (size !== 'panel') faults.push(...(await axeFindings(page)).faults);
      expect.soft(faults, screen).toEqual([]);
    });
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  }
});

async function tourOfPupil(page, url, visit) {
  const go = async (hash) => {
    await loadAnew(page, { url }, `#${hash}`);
    await page.locator('.host').first().waitFor({ state: 'attached' });
  };
  const app = (name) => page.locator(`.window[data-app=${name}]`);
  await go('');
  await page.getByRole('article', { name: '倒计时' }).getByText('41').waitFor();
  await visit('desktop');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('运动');
  await page.getByRole('option', { name: /校运动会/ }).waitFor();
  await visit('search');
  await go('/app/chat');
  await app('chat').getByRole('button', { name: /01班/ }).click();
  await app('chat').getByText('我整理了一份').last().waitFor();
  await visit('chat');
  await app('chat').getByRole('button', { name: '聊天信息' }).click();
  await page.getByRole('switch', { name: '安静时段' }).waitFor({ state: 'attached' });
  await visit('chat-info');
  await go('/app/announcements');
  await app('announcements').getByText('周五研学').waitFor();
  await visit('announcements');
  await app('announcements').getByText('周五研学').click();
  await app('announcements').getByRole('cell', { name: '操场集合，清点人数' }).waitFor();
  await visit('announcement');
  await go('/app/level');
  await app('level').getByText('经验记录').waitFor();
  await visit('level');
  for (const [path, tab] of [
    ['profile', '资料'],
    ['appearance', '外观'],
    ['device', '设备'],
  ]) {
    await go(`/app/settings/${path}`);
    await app('settings').getByRole('tab', { name: tab, selected: true }).waitFor();
    await app('settings')
      .locator('[role=tabpanel]:visible')
      .locator('button, input')
      .last()
      .waitFor({ state: 'attached' });
    await visit(`settings-${path}`);
  }
  await go('/app/countdown');
  await app('countdown').getByText('校运动会').waitFor();
  await visit('countdown');
}

async function tourOfTeacher(page, url, visit) {
  const admin = page.locator('.window[data-app=admin]');
  const sections = [
    ['members', '沈听澜'],
    ['officers', '班长'],
    ['announcements', '家长会'],
    ['broadcasts', '实验楼'],
    ['apps', '现在：未锁定'],
    ['roster', '孔令仪'],
    ['logs', '周文静'],
  ];
  await page.goto(`${url}/#/app/admin`);
  for (const [section, text] of sections) {
    await page.goto(`${url}/#/app/admin/${section}`);
    await admin.getByText(text).first().waitFor();
    await visit(`admin-${section}`);
  }
  await page.goto(`${url}/#/app/admin/members`);
  await admin.getByText('沈听澜').first().click();
  await page.getByRole('dialog', { name: '沈听澜' }).waitFor();
  await visit('admin-member');
  await page.keyboard.press('Escape');
  await page.goto(`${url}/#/app/admin/announcements`);
  await admin.getByRole('button', { name: '写公告' }).first().click();
  await admin.getByLabel('标题', { exact: true }).fill('周五研学：省科技馆');
  await visit('admin-editor');
}

async function momentOfLevel(page, url, visit) {
  await page.route('**/api/level/daily-login', async (route) => {
    const real = await (await route.fetch()).json();
    await route.fulfill({ json: { ...real, data: { ...real.data, exp: 60, level: 1, leveled_up: true } } });
  });
  await page.goto(url);
  await page.getByRole('button', { name: '每日签到', exact: true }).click();
  await page.locator('.moment').waitFor();
  await visit('level-up');
}
