// The panel of a classroom, from the code on its screen to what is changed on a phone: no account is on it, and everything
// that the class sees arrives there by itself.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { device, faultsOf, launch, pictureFolder, SIZES, watchedPage } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { lookAt } from './lib/look.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal, startWeather } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const OFFICER = '许安然';
const TIMES = [
  ['00:05', '08:40'],
  ['08:50', '23:40'],
  ['23:57', '23:58'],
];
const SUBJECTS = ['语文', '数学', '英语'];
const lessons = TIMES.map(([start, end], i) => ({ subject: SUBJECTS[i], start, end }));
const schedules = [{ name: '', days: [1, 2, 3, 4, 5, 6, 7], weeks: 'all', lessons }];
const timetable = { cycle: { kind: 'weekly' }, subjects: SUBJECTS.map((name) => ({ name })), schedules };
/** How long a page of the board stays. */
const PAGE_MS = 12_000;
const BOARD_ANSWERS = ['401', 'ERR_'];

test.describe.configure({ mode: 'serial' });

let portal, browser, tokens, screen, watch, phone;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  const weather = { WEATHER_API_HOST: await startWeather(), WEATHER_KEY: 'x', WEATHER_LOCATION: '海淀' };
  portal = await startPortal(weather);
  tokens = await school(portal);
  await as(ADMIN, 'POST', '/api/admin/officers', {
    user_id: '260103',
    title: '班长',
    permissions: ['manage_app_control', 'manage_timetable', 'manage_broadcasts'],
  });
  await as(CLASS_ADMIN, 'POST', '/api/timetable', { owner: 'class', name: '秋季课表', from: dateIn(-14), timetable });
  browser = await launch();
  ({ page: screen, watch } = await watchedPage(await device(browser, 'sharp'), portal.url));
});
test.afterAll(cleanUp);

const panels = async () => (await as(OFFICER, 'GET', '/api/admin/panels')).panels;
const button = (name) => phone.page.getByRole('button', { name, exact: true });
const shot = (name) => screen.screenshot({ path: join(pictureFolder('panel'), `${name}.png`), scale: 'css' });

/** A text on the board or in a view of the whole screen. */
const onScreen = (text) => screen.getByText(text).first().waitFor();

test('a screen shows a code, an officer confirms it on a phone, and the screen shows the class', async () => {
  await screen.goto(`${portal.url}/panel`);
  const code = (await screen.locator('p.code').textContent()).replace(/\D/g, '');
  await shot('pairing');
  phone = await openApp(OFFICER, 'admin/panels', 'phone');
  await phone.shows('还没有教室大屏');
  await lookAt(phone.page, 'panel', 'phone-empty');
  await button('添加大屏').tap();
  await phone.page.getByLabel('大屏上的六位码').fill(code);
  await phone.shows('这块屏幕在等待确认');
  await phone.shows(/3840.*2160/);
  await lookAt(phone.page, 'panel', 'phone-found');
  await button('确认添加').tap();
  await expect.poll(async () => (await panels()).length).toBe(1);
  // The tests run at night too.
  const [{ id }] = await panels();
  await as(OFFICER, 'PATCH', `/api/admin/panels/${id}`, { settings: { night: null } });
  await onScreen('今日课表');
  for (const subject of SUBJECTS) await onScreen(subject);
  await phone.shows('教室大屏');
  await expect.poll(async () => (await panels())[0].state?.view).toBe('board');
  await phone.shows('在线');
  await lookAt(phone.page, 'panel', 'phone-card');
  await shot('board');
  assert.deepEqual(await screen.evaluate(layoutFaults, 0), []);
});

test('a day that is changed on the phone changes on the screen', async () => {
  await phone.page.goto(`${portal.url}/#/app/timetable/today`);
  await button('调整这天').tap();
  await button('放假').tap();
  await phone.shows(/^已改：.*放假$/);
  await expect(screen.getByText('数学')).toHaveCount(0);
  await phone.page.getByRole('button', { name: '撤销', exact: true }).tap();
  await onScreen('数学');
});

test('an urgent broadcast fills the screen, and its sender is told that the panel has shown it', async () => {
  const sent = { content: '现在到操场集合', priority: 'urgent', key: 'panel-1' };
  const { id } = await as(OFFICER, 'POST', '/api/admin/broadcasts', sent);
  await onScreen('现在到操场集合');
  await shot('urgent');
  const counted = async () => (await as(OFFICER, 'GET', '/api/admin/broadcasts')).broadcasts[0].panels;
  await expect.poll(counted).toEqual({ of: 1, shown: 1 });
  await phone.page.goto(`${portal.url}/#/app/admin/broadcasts`);
  await phone.page.getByRole('link', { name: '大屏已显示 1/1' }).tap();
  await phone.shows('正在显示：紧急广播');
  await as(OFFICER, 'POST', `/api/admin/broadcasts/${id}/end`);
  await onScreen('今日课表');
});

test('settings of the phone, the exam and the lock show at once', async () => {
  await phone.page.goto(`${portal.url}/#/app/admin/panels`);
  await button('设置').tap();
  await phone.page.getByRole('radio', { name: '深色' }).check({ force: true });
  await expect(screen.locator('[data-theme=dark]').first()).toBeVisible();
  await lookAt(phone.page, 'panel', 'phone-settings');
  await phone.page.keyboard.press('Escape');
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await as(OFFICER, 'PUT', '/api/admin/exam-mode', { until });
  await onScreen('考试中');
  await shot('exam');
  await as(OFFICER, 'PUT', '/api/admin/exam-mode', { until: null });
  await as(OFFICER, 'PUT', '/api/admin/lock-screen', { enabled: true });
  await onScreen('全班屏幕已锁定');
  await shot('lock');
  await as(OFFICER, 'PUT', '/api/admin/lock-screen', { enabled: false });
  await onScreen('今日课表');
});

/** What stands on the filled board, of each of its parts. */
const FILLED = ['今日课表', '交实验报告', '家长会', '教室卫生', '期末考试', '°'];
/** The same in English. */
const FILLED_EN = ['Today’s lessons', ...FILLED.slice(1)];

async function fillBoard() {
  const dates = { starts_on: dateIn(-14), weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const members = ['260103', '260104', '260105', '260106'].map((number) => ({ number, task: '扫地' }));
  const groups = [{ name: '一组', members }];
  const homework = { title: '交实验报告', content: '两条误差来源，一个改进办法。'.repeat(4), due_date: dateIn(2) };
  const countdown = { title: '期末考试', target_date: dateIn(40), for_class: true };
  const notice = { title: '家长会', content: '周五下午在教室，请收拾好桌面。'.repeat(6) };
  await as(CLASS_ADMIN, 'POST', '/api/duty/rosters', { name: '教室卫生', groups, ...dates });
  await as(CLASS_ADMIN, 'POST', '/api/admin/homework', { subject: '物理', due_time: '07:20', ...homework });
  await as(CLASS_ADMIN, 'POST', '/api/countdown', countdown);
  await as(CLASS_ADMIN, 'POST', '/api/admin/announcements', notice);
}

/** Runs in the page: its texts that are smaller than a thirtieth of its height, and those of `wanted` that stand on it. */
function readBoard(wanted) {
  const least = window.innerHeight / 30;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const [small, seen] = [[], []];
  while (walk.nextNode()) {
    const { parentElement: parent, textContent } = walk.currentNode;
    const { left, right, top, bottom } = parent.getBoundingClientRect();
    if (!textContent.trim() || right === left || parent.closest('.visually-hidden')) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least - 0.01) small.push(`${textContent.trim()}: ${size} px of ${least}`);
    const isInside = left >= 0 && right <= window.innerWidth && top >= 0 && bottom <= window.innerHeight;
    if (isInside) seen.push(...wanted.filter((one) => textContent.includes(one)));
  }
  return { small, seen };
}

/** Runs in the page: its words that are parted, and the headings of parts that are cut. */
function cutOnBoard() {
  const cut = [];
  const walk = document.createTreeWalker(document.querySelector('.board'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const { data } = walk.currentNode;
    for (const { index, 0: word } of data.matchAll(/[A-Za-z]+/g)) {
      range.setStart(walk.currentNode, index);
      range.setEnd(walk.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) cut.push(`parted: ${word}`);
    }
  }
  for (const one of document.querySelectorAll('.part .label, .now, .side .weather > *')) {
    const { bottom } = one.getBoundingClientRect();
    const edge = one.closest('.rest, .column, .parts').getBoundingClientRect().bottom;
    if (bottom > edge + 1) cut.push(`cut: ${one.textContent}`);
  }
  return cut;
}

/** Runs in the page: moves its time on to the next turn, and waits until it has counted a second by that. */
function turnOver(ms) {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
  return new Promise((done) => setTimeout(done, 1200));
}

for (const [shape, width, height, columns] of [
  ['lying', 1920, 1080, /board-wide/],
  ['upright', 1080, 1920, /board-one/],
]) {
  for (const [language, text_scale, wanted] of [
    ['zh', 1, FILLED],
    ['en', 1.3, FILLED_EN],
  ]) {
    const name = `${shape}-${language}`;
    test(`a filled board shows all its parts whole on a screen that is ${name}, in letters that can be read`, async () => {
      if (name === 'lying-zh') await fillBoard();
      await screen.setViewportSize({ width, height });
      const [{ id }] = await panels();
      await as(OFFICER, 'PATCH', `/api/admin/panels/${id}`, { settings: { language, text_scale } });
      await expect(screen.locator('.board')).toHaveClass(columns);
      await expect(screen.locator('.board')).toHaveAttribute('lang', language === 'en' ? 'en' : 'zh-CN');
      const missing = new Set(wanted);
      // Each part has its turn within as many as there are parts; a turn may be passed over while the time is moved on.
      for (let turn = 0; turn <= 2 * wanted.length; turn += 1) {
        const { small, seen } = await screen.evaluate(readBoard, wanted);
        assert.deepEqual(small, []);
        assert.deepEqual(await screen.evaluate(cutOnBoard), []);
        for (const one of seen) missing.delete(one);
        await shot(`filled-${name}-${turn}`);
        if (missing.size === 0) break;
        await screen.evaluate(turnOver, PAGE_MS);
      }
      assert.deepEqual([...missing], []);
      await as(OFFICER, 'PATCH', `/api/admin/panels/${id}`, { settings: { language: 'zh', text_scale: 1 } });
      await screen.setViewportSize(SIZES.sharp.viewport);
    });
  }
}

test('a screen without its server keeps the board, says from when it is, and comes back by itself', async () => {
  await portal.kill();
  await onScreen(/^网络断开，显示 \d+:\d\d 的内容$/);
  await onScreen('今日课表');
  await shot('stale');
  await portal.restart();
  await screen.getByText(/^网络断开/).waitFor({ state: 'detached' });
  await onScreen('今日课表');
  assert.deepEqual(faultsOf(watch, BOARD_ANSWERS), []);
});

test('a removed panel shows a new code', async () => {
  await phone.page.goto(`${portal.url}/#/app/admin/panels`);
  await button('移除').tap();
  await phone.shows(/^它(马上|现在)/);
  await phone.page.getByRole('dialog').last().getByRole('button', { name: '移除', exact: true }).tap();
  await screen.locator('p.code').waitFor();
  assert.deepEqual(await panels(), []);
  assert.equal(await screen.getByText('今日课表').count(), 0);
});
