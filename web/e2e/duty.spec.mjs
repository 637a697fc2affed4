// Duty: an officer makes a roster, the class sees whose turn it is and ticks it, pupils swap with consent, and staff find
// somebody who stands in.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const OFFICER = '许安然';
const MATE = '沈听澜';
const PARTNER = '王小明';
/** The numbers of the mate and the partner: of the first and of the second half of the class. */
const [MATE_NUMBER, PARTNER_NUMBER] = ['260104', '260107'];
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

let portal, browser, tokens;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  await as(ADMIN, 'POST', '/api/admin/officers', {
    user_id: '260103',
    title: '劳动委员',
    permissions: ['manage_duty'],
  });
  // School on every day, so that there is duty today whatever day it is.
  const lessons = [{ subject: '语文', start: '08:00', end: '08:40' }];
  const timetable = {
    cycle: { kind: 'weekly' },
    subjects: [{ name: '语文' }],
    schedules: [{ name: '', days: EVERY_DAY, weeks: 'all', lessons }],
  };
  const body = { owner: 'class', name: '课表', from: dateIn(-14), first_day: dateIn(-14), timetable };
  await as(CLASS_ADMIN, 'POST', '/api/timetable', body);
  browser = await launch();
});
test.afterAll(cleanUp);

const button = (page, name) => page.getByRole('button', { name, exact: true });
const day = (page, date) => page.locator(`[data-day="${date}"]`);

/** Who is on duty on a day, by number. */
async function onDuty(date) {
  const { days } = await as(CLASS_ADMIN, 'GET', `/api/duty?from=${date}&until=${date}`);
  return days[0].turns.flatMap(({ people }) => people.map(({ number }) => number)).sort();
}

/** Shows the week of a day, which may be the next one. */
async function showWeekOf(page, date) {
  await page.locator('[data-day]').first().waitFor();
  if ((await day(page, date).count()) === 0) await button(page, '下一周').click();
  await day(page, date).waitFor();
}

test('a roster is made, and the class sees whose turn it is', async () => {
  const mate = await openApp(MATE, 'duty', 'phone');
  await mate.shows('还没有值日表');
  await lookAt(mate.page, 'duty', 'phone-empty');
  const { page, shows, watch, context } = await openApp(OFFICER, 'duty');
  await button(page, '新建值日表').click();
  await page.getByLabel('名称', { exact: true }).fill('教室卫生');
  for (const weekend of ['周六', '周日']) await button(page, weekend).click();
  for (let groups = 5; groups > 2; groups--) await page.getByRole('button', { name: '减少' }).click();
  await button(page, '全班平均分成 2 组').click();
  await expect(page.locator('[data-cell="g:0"] [data-filled]')).toHaveCount(6);
  await page.locator(`[data-cell="m:${MATE_NUMBER}"]`).click();
  await page.getByLabel('任务').fill('擦黑板');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: '接下来轮到' }).getByText('第 2 组').first()).toBeVisible();
  await lookAt(page, 'duty', 'desktop-editor');
  await button(page, '保存').click();
  await shows('已保存「教室卫生」');
  await day(mate.page, dateIn(0)).getByText('擦黑板').waitFor();
  await lookAt(mate.page, 'duty', 'phone-today');
  await mate.page.getByRole('button', { name: /^做完了/ }).tap();
  await day(page, dateIn(0)).getByText('已完成').waitFor();
  await lookAt(page, 'duty', 'desktop-week');
  for (const one of [mate.watch, watch]) assert.deepEqual(faultsOf(one), []);
  await mate.context.close();
  await context.close();
});

test('two pupils swap, once both agree', async () => {
  const [mine, theirs] = [dateIn(2), dateIn(3)];
  const mate = await openApp(MATE, 'duty', 'phone');
  await showWeekOf(mate.page, mine);
  await day(mate.page, mine).getByRole('button', { name: MATE }).tap();
  await mate.page.getByRole('group', { name: '找谁换？' }).getByRole('button', { name: PARTNER }).tap();
  await mate.page.getByLabel('换对方的哪一天？').selectOption(theirs);
  await mate.shows(`${PARTNER}同意后`);
  await lookAt(mate.page, 'duty', 'phone-swap');
  await button(mate.page, '发出请求').tap();
  await mate.shows(`等${PARTNER}回复`);
  assert.ok((await onDuty(mine)).includes(MATE_NUMBER));
  const partner = await openApp(PARTNER, 'duty');
  await partner.shows(`${MATE}想和你换`);
  await lookAt(partner.page, 'duty', 'desktop-asked');
  await button(partner.page, '同意').click();
  await partner.shows('换好了');
  await expect(mate.page.getByText(`等${PARTNER}回复`)).toHaveCount(0);
  assert.ok((await onDuty(mine)).includes(PARTNER_NUMBER));
  assert.ok((await onDuty(theirs)).includes(MATE_NUMBER));
  for (const { watch, context } of [mate, partner]) {
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  }
});

test('somebody stands in after two taps, and it is taken back', async () => {
  const tomorrow = dateIn(1);
  const before = await onDuty(tomorrow);
  const { page, shows, watch, context } = await openApp(OFFICER, 'duty');
  await showWeekOf(page, tomorrow);
  await day(page, tomorrow).getByRole('button', { name: '孙悦' }).click();
  await page.getByRole('group', { name: '谁来替？' }).getByRole('button', { name: '李雷' }).click();
  await shows('由李雷替孙悦值日');
  await day(page, tomorrow).getByText('替孙悦').waitFor();
  assert.notDeepEqual(await onDuty(tomorrow), before);
  await button(page, '撤销').click();
  await shows('已恢复原来的安排');
  assert.deepEqual(await onDuty(tomorrow), before);
  await button(page, '记录与次数').click();
  await page.getByRole('tab', { name: '次数' }).click();
  await shows('平均每人');
  await lookAt(page, 'duty', 'desktop-counts');
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});
