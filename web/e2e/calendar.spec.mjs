// The calendar: an officer writes for the class and its members see it at once, series change in part, what is one's own
// stays so, feeds are read without a session, and files come in and go again.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { fingerOf } from './lib/desktop.mjs';
import { lookAt } from './lib/look.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const OFFICER = '许安然';
const MATE = '沈听澜';
const OTHER = '李雷';

let portal, browser, tokens;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  await as(ADMIN, 'POST', '/api/admin/officers', {
    user_id: '260103',
    title: '班长',
    permissions: ['manage_calendar'],
  });
  browser = await launch();
});
test.afterAll(cleanUp);

const day = (page, date) => page.locator(`[data-day="${date}"]`);
const button = (page, name) => page.getByRole('button', { name, exact: true });
const formOf = (page, name = '新建日程') => page.getByRole('dialog', { name, exact: true });
/** What is on in the panel of the chosen day. */
const rows = (page) => page.locator('.panel [data-event]');

/** Makes an event by a plain call. */
const make = async (account, title, more = {}) =>
  (await as(account, 'POST', '/api/calendar', { title, starts: `${dateIn(2)}T16:30`, ...more })).event;

/** The titles of some days, as a member sees them. */
async function titles(account, from = 0, until = 40) {
  const { occurrences } = await as(account, 'GET', `/api/calendar?from=${dateIn(from)}&until=${dateIn(until)}`);
  return occurrences.map(({ title, first_day }) => `${first_day} ${title}`);
}

/** Goes to a day in the month, over its pages. */
async function goTo(page, date) {
  await day(page, dateIn(0)).waitFor();
  if ((await day(page, date).count()) === 0) await button(page, '下个月').click();
  await day(page, date).click({ position: { x: 12, y: 12 } });
}

test.describe('an event of the class', () => {
  test('is written by an officer and stands in an open window of a classmate at once', async () => {
    const mate = await openApp(MATE, 'calendar');
    await goTo(mate.page, dateIn(1));
    const officer = await openApp(OFFICER, 'calendar', 'phone');
    await goTo(officer.page, dateIn(1));
    await officer.page.locator('.panel').getByRole('button', { name: '新建' }).tap();
    const form = formOf(officer.page);
    await form.getByLabel('标题').fill('合唱排练');
    await form.getByLabel('开始时间').fill('16:30');
    await expect(form.getByLabel('结束时间')).toHaveValue('17:30');
    await form.getByLabel('地点').fill('音乐室');
    await form.getByRole('button', { name: '活动', exact: true }).tap();
    await form.getByRole('button', { name: '提前 30 分钟' }).tap();
    await lookAt(officer.page, 'calendar', 'phone-form');
    await form.getByRole('button', { name: '发布给全班' }).tap();
    await officer.shows('已添加「合唱排练」');
    await expect(rows(mate.page).filter({ hasText: '合唱排练' })).toContainText('音乐室');
    await lookAt(mate.page, 'calendar', 'desktop-month');
    await rows(mate.page).filter({ hasText: '合唱排练' }).click();
    const sheet = mate.page.getByRole('dialog', { name: '合唱排练' });
    await sheet.getByText('提前 30 分钟').waitFor();
    assert.equal(await button(mate.page, '删除').count(), 0);
    await lookAt(mate.page, 'calendar', 'desktop-event');
    for (const { watch, context } of [mate, officer]) {
      assert.deepEqual(faultsOf(watch), []);
      await context.close();
    }
  });

  test('that somebody has changed meanwhile is not written over unasked', async () => {
    const event = await make(OFFICER, '班会', { owner: 'class', starts: `${dateIn(1)}T12:30` });
    const { page, shows, watch, context } = await openApp(OFFICER, `calendar/${event.id}?day=${dateIn(1)}`);
    await button(page, '编辑').click();
    await formOf(page, '修改日程').getByLabel('标题').fill('主题班会');
    await as(CLASS_ADMIN, 'PATCH', `/api/calendar/${event.id}`, { revision: 1, location: '302' });
    await button(page, '保存').click();
    await shows('别人刚改过这个日程');
    await expect(formOf(page, '修改日程').getByLabel('标题')).toHaveValue('主题班会');
    await button(page, '仍然保存我的').click();
    await shows('已修改「主题班会」');
    assert.ok((await titles(MATE)).includes(`${dateIn(1)} 主题班会`));
    assert.deepEqual(faultsOf(watch, ['409']), []);
    await context.close();
  });
});

test.describe('a series', () => {
  test('is made by plain choices, changed for one time alone, and brought back', async () => {
    const { page, shows, watch, context } = await openApp(OTHER, `calendar/new/${dateIn(3)}`);
    const form = formOf(page);
    await form.getByLabel('标题').fill('英语角');
    await form.getByLabel('重复', { exact: true }).selectOption('weekly');
    await form.getByText('共几次').click();
    await form.getByText(/^每周.，共 10 次$/).waitFor();
    await lookAt(page, 'calendar', 'desktop-form');
    await form.getByRole('button', { name: '保存' }).click();
    await shows('已添加「英语角」');
    const all = await titles(OTHER);
    assert.equal(all.filter((one) => one.endsWith('英语角')).length, 6);
    await rows(page).filter({ hasText: '英语角' }).click();
    await button(page, '编辑').click();
    await formOf(page, '修改日程').getByLabel('标题').fill('英语演讲');
    await button(page, '保存').click();
    await page.getByRole('dialog', { name: '改哪几次？' }).waitFor();
    await lookAt(page, 'calendar', 'desktop-scope');
    await page.getByRole('button', { name: '只改这一次' }).click();
    await shows('已修改「英语演讲」');
    const changed = all.map((one) => (one === `${dateIn(3)} 英语角` ? `${dateIn(3)} 英语演讲` : one));
    assert.deepEqual((await titles(OTHER)).sort(), changed.sort());
    await page.locator('.toast', { hasText: '英语演讲' }).getByRole('button', { name: '撤销' }).click();
    await shows('已撤销');
    assert.deepEqual((await titles(OTHER)).sort(), all.sort());
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('is moved by the mouse, and ends where it is told to', async () => {
    const monday = new Date(`${dateIn(0)}T12:00:00Z`).getUTCDay() === 1 ? 0 : undefined;
    const event = await make(OTHER, '晨跑', { starts: `${dateIn(0)}T06:40`, rule: 'FREQ=DAILY;COUNT=5' });
    const { page, shows, context } = await openApp(OTHER, 'calendar');
    const bar = page.locator(`[data-bar="${event.id} ${dateIn(0)}T06:40"]`);
    const to = monday === 0 ? dateIn(1) : dateIn(-1);
    await bar.dragTo(day(page, to), { targetPosition: { x: 20, y: 12 } });
    await page.getByRole('dialog', { name: '移动哪几次？' }).getByRole('button', { name: '全部' }).click();
    await shows('已修改「晨跑」');
    const runs = (await titles(OTHER, -3)).filter((one) => one.endsWith('晨跑'));
    assert.deepEqual([runs.length, runs[0]], [5, `${to} 晨跑`]);
    await goTo(page, dateIn(2));
    await rows(page).filter({ hasText: '晨跑' }).click();
    await button(page, '删除').click();
    await page.getByRole('dialog', { name: '删除哪几次？' }).getByRole('button', { name: '这次及以后' }).click();
    await shows('及以后的「晨跑」');
    assert.ok(!(await titles(OTHER, 2)).some((one) => one.endsWith('晨跑')));
    await context.close();
  });
});

test('what is one’s own nobody else sees, and filters leave it out', async () => {
  const event = await make(MATE, '看牙医', { starts: dateIn(2), all_day: true });
  assert.ok(!(await titles(OFFICER)).some((one) => one.endsWith('看牙医')));
  const { page, watch, context } = await openApp(MATE, `calendar/${event.id}?day=${dateIn(2)}`, 'tablet');
  await page.getByRole('dialog', { name: '看牙医' }).getByText('只有我能看到').waitFor();
  await page.keyboard.press('Escape');
  await expect(rows(page).filter({ hasText: '看牙医' })).toHaveCount(1);
  await button(page, '我的').tap();
  await expect(rows(page).filter({ hasText: '看牙医' })).toHaveCount(0);
  await page.reload();
  await day(page, dateIn(2)).waitFor();
  await expect(button(page, '我的')).toHaveAttribute('aria-pressed', 'false');
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
  await assert.rejects(as(OTHER, 'GET', `/api/calendar/${event.id}`), /404/);
});

test.describe('outside of the portal', () => {
  test('a feed is read without a session, until it is revoked', async () => {
    await make(MATE, '钢琴课');
    const { page, watch, context } = await openApp(MATE, 'calendar/share', 'phone');
    const sheet = page.getByRole('dialog', { name: '订阅、导入和导出' });
    await sheet.getByText(/不用登录就能看到全班的日程/).waitFor();
    await sheet.getByLabel('给谁用').fill('手机');
    await lookAt(page, 'calendar', 'phone-share');
    await sheet.getByRole('button', { name: '生成地址' }).tap();
    const address = await sheet.getByRole('textbox', { name: '订阅地址' }).textContent();
    await lookAt(page, 'calendar', 'phone-address');
    const answer = await fetch(address);
    assert.match(answer.headers.get('Content-Type'), /text\/calendar/);
    assert.match(await answer.text(), /SUMMARY:钢琴课/);
    await sheet.getByRole('button', { name: '作废「手机」' }).tap();
    await page.getByRole('dialog', { name: '作废「手机」？' }).getByRole('button', { name: '作废' }).tap();
    await sheet.getByText('还没有', { exact: true }).waitFor();
    assert.equal((await fetch(address)).status, 404);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('a file is looked at, imported, and taken back', async () => {
    const file = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:sports@school',
      `DTSTART;VALUE=DATE:${dateIn(5).replace(/-/g, '')}`,
      'SUMMARY:运动会',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:broken@school',
      'DTSTART:yesterday',
      'SUMMARY:读不出来',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const { page, shows, watch, context } = await openApp(MATE, 'calendar/share');
    await page.getByRole('tab', { name: '导入和导出' }).click();
    await button(page, '导入文件…').click();
    const chooser = page.waitForEvent('filechooser');
    await button(page, '选择文件').click();
    await (await chooser).setFiles({ name: '校历.ics', mimeType: 'text/calendar', buffer: Buffer.from(file) });
    await shows('会导入这 1 个日程');
    await shows(/第 9 行|第 10 行|第 8 行/);
    await lookAt(page, 'calendar', 'desktop-import');
    assert.ok(!(await titles(MATE)).some((one) => one.endsWith('运动会')));
    await button(page, '导入 1 个日程').click();
    await shows('已导入 1 个日程');
    assert.ok((await titles(MATE)).includes(`${dateIn(5)} 运动会`));
    await button(page, '撤销').click();
    await shows('已撤销');
    assert.ok(!(await titles(MATE)).some((one) => one.endsWith('运动会')));
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });
});

test.describe('the views', () => {
  test('a phone shows the month with dots and the list of the day, and turns with a finger', async () => {
    await make(CLASS_ADMIN, '月考', {
      owner: 'class',
      starts: dateIn(0),
      ends: dateIn(1),
      all_day: true,
      category: '考试',
    });
    const { page, watch, context } = await openApp(OTHER, 'calendar', 'phone');
    await expect(rows(page).filter({ hasText: '月考' })).toHaveCount(1);
    await expect(day(page, dateIn(0)).locator('.dot')).not.toHaveCount(0);
    await lookAt(page, 'calendar', 'phone-month');
    const title = await page.locator('.app h2').textContent();
    const { send, glide } = await fingerOf(context, page);
    await send('touchStart', 330, 400);
    await glide({ x: 330, y: 400 }, { x: 60, y: 410 });
    await send('touchEnd', 60, 410);
    await expect(page.locator('.app h2')).not.toHaveText(title);
    await button(page, '今天').tap();
    await expect(rows(page).filter({ hasText: '月考' })).toHaveCount(1);
    await button(page, '按周看').tap();
    await page.locator(`[data-hours="${dateIn(0)}"]`).waitFor();
    await lookAt(page, 'calendar', 'phone-week');
    await button(page, '看列表').tap();
    await page.getByText('月考').first().waitFor();
    await lookAt(page, 'calendar', 'phone-list');
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('a week has hours, in which the mouse draws an event, and the keys walk through a month', async () => {
    const { page, shows, watch, context } = await openApp(OTHER, 'calendar');
    await day(page, dateIn(0)).focus();
    await page.keyboard.press('ArrowRight');
    await expect(day(page, dateIn(1))).toBeFocused();
    await button(page, '按周看').click();
    const hours = page.locator(`[data-hours="${dateIn(1)}"]`);
    await lookAt(page, 'calendar', 'desktop-week');
    // The week opens at the present time.
    await page.locator('.scroller').evaluate((scroller) => {
      scroller.scrollTop = (scroller.querySelector('.hours').scrollHeight * 9) / 24;
    });
    const { x, y, height } = await hours.boundingBox();
    const at = (hour) => y + (height * hour) / 24 + 2;
    await page.mouse.move(x + 5, at(10));
    await page.mouse.down();
    await page.mouse.move(x + 5, at(10.5));
    await page.mouse.move(x + 5, at(11.25));
    await page.mouse.up();
    const form = formOf(page);
    await expect(form.getByLabel('开始时间')).toHaveValue('10:00');
    await expect(form.getByLabel('结束时间')).toHaveValue('11:30');
    await form.getByLabel('标题').fill('围棋社');
    await form.getByRole('button', { name: '保存' }).click();
    await shows('已添加「围棋社」');
    await page.locator('[data-event]', { hasText: '围棋社' }).waitFor();
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('the widget says what comes next', async () => {
    await make(OTHER, '还书', { starts: dateIn(1), all_day: true });
    const widgets = [{ id: 'w', type: 'calendar-next', config: {}, size: { w: 4, h: 4 } }];
    await as(OTHER, 'PUT', '/api/user/settings', { desktop_layout: { pages: [{ id: 'p', widgets }] } });
    const { page, context } = await openApp(OTHER, '');
    await page.goto(`${portal.url}/#/`);
    await page.getByRole('link', { name: /还书.*打开日历$/ }).waitFor();
    await lookAt(page, 'calendar', 'desktop-widget');
    await context.close();
  });
});
