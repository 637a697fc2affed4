// A day that somebody else changes while it is being changed here, and how often is asked for it.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const OFFICER = '许安然';
const TIMES = [
  ['00:05', '08:40'],
  ['08:50', '09:30'],
  ['23:57', '23:58'],
];
const lessons = TIMES.map(([start, end]) => ({ subject: '语文', start, end }));
const schedules = [{ name: '', days: [1, 2, 3, 4, 5, 6, 7], weeks: 'all', lessons }];
const timetable = { cycle: { kind: 'weekly' }, subjects: [{ name: '语文' }], schedules };

let portal, browser, tokens;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  await as(ADMIN, 'POST', '/api/admin/officers', {
    user_id: '260103',
    title: '学习委员',
    permissions: ['manage_timetable'],
  });
  await as(CLASS_ADMIN, 'POST', '/api/timetable', { owner: 'class', name: '秋季课表', from: dateIn(-14), timetable });
  browser = await launch();
});
test.afterAll(cleanUp);

const today = () => dateIn(0);
const changeOf = async () =>
  (await as(CLASS_ADMIN, 'GET', `/api/timetable/days?from=${today()}&until=${today()}`)).days[0].change;
const setDay = (change) => as(CLASS_ADMIN, 'PUT', '/api/timetable/days', { days: [{ date: today(), change }] });

test('overwrites nobody’s unseen, and goes after a second look', async () => {
  const { page, shows, watch, context } = await openApp(OFFICER, 'timetable/today', 'phone');
  await page.getByRole('button', { name: '调整这天' }).tap();
  await setDay({ plan: 'usual', note: '运动会' });
  await page.getByRole('button', { name: '放假' }).tap();
  const sheet = page.getByRole('dialog', { name: /^\d+月\d+日/ });
  await expect(sheet).toContainText('运动会');
  assert.deepEqual(await changeOf(), { plan: 'usual', note: '运动会' });
  await sheet.getByRole('button', { name: '放假' }).tap();
  await shows(/^已改：.*放假$/);
  await expect(sheet).toHaveCount(0);
  assert.deepEqual(await changeOf(), { plan: 'off', note: '运动会' });
  await setDay(null);
  assert.deepEqual(faultsOf(watch, ['409']), []);
  await context.close();
});

test('asks for what is shown once, and adds a note to what the day is now', async () => {
  const { page, shows, context } = await openApp(OFFICER, 'timetable/today', 'phone');
  await page.getByRole('button', { name: '调整这天' }).tap();
  await setDay({ plan: 'usual', until: '12:00' });
  const asked = [];
  const isOfTimetable = (url) => decodeURIComponent(url).includes('/api/timetable');
  page.on('request', (request) => isOfTimetable(request.url()) && asked.push(request.method()));
  await page.getByRole('button', { name: '备注…' }).tap();
  await page.getByRole('dialog').getByRole('textbox', { name: '备注' }).fill('家长会');
  await expect(page.locator('[data-lesson]')).toHaveCount(2);
  asked.length = 0;
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).tap();
  await shows(/^已改：.*的备注$/);
  await expect(page.getByText('家长会').first()).toBeVisible();
  await page.waitForTimeout(2000);
  // The days of the view and those of the widget are one batch.
  assert.deepEqual(asked, ['PUT', 'GET', 'GET']);
  assert.deepEqual(await changeOf(), { plan: 'usual', until: '12:00', note: '家长会' });
  await setDay(null);
  await context.close();
});
