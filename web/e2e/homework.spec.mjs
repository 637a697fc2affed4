// Homework: staff set it from a phone, pupils tick it and hand it in, and those who have not are reminded alone.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { CLASS_ADMIN, OFFICER, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const PUPIL = '许安然';
const MATE = '沈听澜';
const PHOTO = fileURLToPath(new URL('../../docs/screens/home-phone-light.jpg', import.meta.url));

let portal, browser, tokens;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

// Each goes on where the one before it ended.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  const lessons = [
    ['早读', '07:20', '07:50'],
    ['数学', '08:00', '08:40'],
    ['英语', '08:50', '09:30'],
  ].map(([subject, start, end]) => ({ subject, start, end }));
  const subjects = lessons.map(({ subject }) => ({ name: subject }));
  const schedules = [{ name: '', days: [1, 2, 3, 4, 5, 6, 7], weeks: 'all', lessons }];
  const timetable = { cycle: { kind: 'weekly' }, subjects, schedules };
  const body = { owner: 'class', name: '秋季课表', from: dateIn(-14), first_day: dateIn(-14), timetable };
  await as(CLASS_ADMIN, 'POST', '/api/timetable', body);
  await as(CLASS_ADMIN, 'POST', '/api/admin/homework', {
    subject: '英语',
    content: '背诵第 2 课',
    due_date: dateIn(1),
    due_time: '07:20',
  });
  browser = await launch();
});
test.afterAll(cleanUp);

const form = (page) => page.getByRole('dialog', { name: '布置作业' });
const chip = (page, name) => form(page).getByRole('button', { name, exact: true });
const card = (page, name) => page.locator('[data-id]').filter({ hasText: name }).first();
const id = async (name) => {
  const { homework } = await as(PUPIL, 'GET', '/api/homework');
  return homework.find(({ subject }) => subject === name).id;
};
/** What the inbox of somebody says of homework that is missing. */
const reminders = async (account) => {
  const { notifications } = await as(account, 'GET', '/api/notifications');
  return notifications.filter(({ title }) => title === '作业还没有提交').length;
};

test('homework is set from a phone with a photo of the board, for the next lesson of the subject', async () => {
  const { page, watch, context, shows } = await openApp(OFFICER, 'homework', 'phone');
  await page.getByRole('button', { name: '布置作业' }).click();
  await chip(page, '发布').click();
  await shows('写点内容，或者放一张图片');
  await chip(page, '数学').click();
  // Before the lesson of today has begun, the next morning is the usual end.
  const usual = form(page).locator('[data-quick][aria-pressed=true]');
  await expect(usual).toHaveAttribute('data-quick', /^(lesson|morning)$/);
  await form(page).getByRole('textbox', { name: '内容' }).fill('练习册第 **32–33** 页');
  await form(page).locator('input[type=file][capture]').setInputFiles(PHOTO);
  await form(page).getByText('要交', { exact: true }).click();
  await expect(chip(page, '发布')).not.toHaveAttribute('aria-disabled', 'true');
  await lookAt(page, 'homework', 'form-phone');
  await chip(page, '取消').click();
  await page.getByRole('button', { name: '布置作业' }).click();
  await shows('接着上次没发布的写');
  await chip(page, '发布').click();
  await shows('已布置给');
  await card(page, '练习册第 32–33 页')
    .getByText(/明天(早读|数学课前)/)
    .waitFor();
  await lookAt(page, 'homework', 'day-phone');
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('homework goes on in the card of the day, where there is one of the subject', async () => {
  const { page, watch, context, shows } = await openApp(OFFICER, 'homework/new', 'desktop');
  await chip(page, '数学').click();
  await form(page).getByRole('textbox', { name: '内容' }).fill('订正小测');
  await chip(page, '发布').click();
  await shows('今天已有数学作业');
  await chip(page, '补充到那一张').click();
  const edit = page.getByRole('dialog', { name: '修改作业' });
  await expect(edit.getByRole('textbox', { name: '内容' })).toHaveValue(/32–33[\s\S]*订正小测/);
  await edit.getByRole('button', { name: '保存' }).click();
  await shows('已保存');
  await lookAt(page, 'homework', 'wall-desktop');
  assert.deepEqual(
    faultsOf(watch).filter((fault) => !fault.includes('status of 409')),
    [],
  );
  await context.close();
});

test('homework is ticked and handed in, also from a phone', async () => {
  const { page, watch, context, shows } = await openApp(PUPIL, 'homework/open', 'phone');
  await page.getByRole('checkbox', { name: '完成「英语作业」' }).click();
  await shows('「英语作业」完成了');
  await page.getByRole('link', { name: '交「数学作业」' }).click();
  const hand = page.getByRole('region', { name: '交作业' });
  await hand.getByRole('textbox').fill('第 5 题不会');
  await hand.locator('input[type=file][capture]').setInputFiles(PHOTO);
  const send = hand.getByRole('button', { name: '交作业' });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await lookAt(page, 'homework', 'hand-in-phone');
  await send.click();
  await hand.getByText('第 5 题不会').waitFor();
  await lookAt(page, 'homework', 'handed-in-phone');
  const { submission, done_at } = await as(PUPIL, 'GET', `/api/homework/${await id('数学')}`);
  assert.equal(submission.files.length, 1);
  assert.ok(done_at);
  await page.getByRole('button', { name: '全部作业' }).click();
  await shows('全部完成！');
  await lookAt(page, 'homework', 'all-done-phone');
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('homework tells its staff who has not, shows what was handed in, and reminds only those who have not', async () => {
  const { page, watch, context, shows } = await openApp(OFFICER, `homework/${await id('数学')}`, 'tablet');
  const pane = page.getByRole('region', { name: '完成情况' });
  await pane.getByText(/1 人已交/).waitFor();
  await pane.getByText(MATE).waitFor();
  assert.equal(await pane.getByText(PUPIL).count(), 0);
  await lookAt(page, 'homework', 'staff-tablet');
  await pane.getByRole('button', { name: /提醒未交的 \d+ 人/ }).click();
  const question = page.getByRole('dialog', { name: /提醒这 \d+ 人/ });
  await question.getByText('只有他们收到').waitFor();
  await question.getByRole('button', { name: '提醒', exact: true }).click();
  await shows(/已提醒 \d+ 人/);
  assert.deepEqual([await reminders(PUPIL), await reminders(MATE)], [0, 1]);
  await pane.getByRole('button', { name: /^已交/ }).click();
  await pane.getByRole('button', { name: new RegExp(PUPIL) }).click();
  const sheet = page.getByRole('dialog', { name: '数学作业' });
  await sheet.getByText('第 5 题不会').waitFor();
  await expect
    .poll(() => sheet.locator('img.image').evaluate((image) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  await lookAt(page, 'homework', 'submission-tablet');
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('homework is counted in the widget, and ticked there', async () => {
  const { page, watch, context } = await openApp(MATE, '', 'desktop');
  const widget = page.getByRole('article', { name: '今晚的作业' });
  await widget.getByText(/^(今晚)?还剩$/).waitFor();
  await expect(widget.locator('.number')).toHaveText('2');
  await widget.getByRole('checkbox', { name: '完成「英语作业」' }).click();
  await expect(widget.locator('.number')).toHaveText('1');
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('homework is an announcement too, which leads to it', async () => {
  const { page, watch, context } = await openApp(PUPIL, `announcements/${await id('英语')}`, 'desktop');
  await page.getByRole('link', { name: '在作业里打开' }).click();
  await page.getByRole('dialog', { name: '作业', exact: true }).getByText('背诵第 2 课').first().waitFor();
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('homework that is deleted comes back with what was handed in', async () => {
  const { page, watch, context, shows } = await openApp(OFFICER, `homework/${await id('数学')}`, 'desktop');
  await page.getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog', { name: '1 人已经交了，仍要删除？' });
  await question.getByRole('button', { name: '删除' }).click();
  await shows('已删除「数学作业」');
  await page.getByRole('button', { name: '撤销' }).click();
  await shows('已恢复「数学作业」');
  assert.ok((await as(PUPIL, 'GET', `/api/homework/${await id('数学')}`)).submission);
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('homework reads well in English, on a dark screen and on a fine one', async () => {
  for (const [size, scheme] of [
    ['phone', 'dark'],
    ['tablet', 'light'],
    ['sharp', 'dark'],
  ]) {
    const { page, watch, context } = await openApp(CLASS_ADMIN, 'homework', size, { language: 'en' });
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator('[data-id]').first().waitFor();
    await lookAt(page, 'homework', `english-${size}`);
    await page.locator('[data-id]').first().click();
    await page.locator('article.detail h3').waitFor();
    await lookAt(page, 'homework', `english-card-${size}`);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  }
});
