// An admin keeps the public holidays that all timetables follow.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

let portal, browser, tokens;
const { open, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  browser = await launch();
});
test.afterAll(cleanUp);

test('an admin pastes the holidays of a year, and goes back to the built-in ones', async () => {
  const year = Number(dateIn(0).slice(0, 4));
  const days = async () => as(ADMIN, 'GET', `/api/timetable/public-days?year=${year}`);
  const before = await days();
  const { page, watch, context, shows, button: named } = await open(ADMIN, 'public-days');
  await named('粘贴日期').click();
  const sheet = page.getByRole('dialog', { name: `粘贴 ${year} 年的日期` });
  const field = sheet.getByLabel('每行一个日期或一段日期');
  await field.fill(`${year}-08-20 至 ${year}-08-21 校庆 休\n8月40日 校庆 班`);
  await sheet.getByText('第 2 行「8月40日 校庆 班」里的日期不存在').waitFor();
  await expect(named('放进日历')).toHaveAttribute('aria-disabled', 'true');
  await field.fill(`${year}-08-20 至 ${year}-08-21 校庆 休\n8月23日 校庆 班`);
  await sheet.getByText('读出放假 2 天、补班 1 天').waitFor();
  await lookAt(page, 'timetable-import', 'laptop-paste');
  await named('放进日历').click();
  await named('保存').click();
  await shows(`${year} 年的放假安排已保存`);
  await shows('自己改过');
  await lookAt(page, 'timetable-import', 'laptop-public-days');
  const own = await days();
  assert.deepEqual(
    own.days.filter(({ name }) => name === '校庆').map(({ date, off }) => `${date} ${off}`),
    [`${year}-08-20 true`, `${year}-08-21 true`, `${year}-08-23 false`],
  );
  assert.equal(own.days.length, before.days.length + 3);
  await named('恢复内置的').click();
  await named('恢复').click();
  await shows(`${year} 年已恢复内置的安排`);
  assert.deepEqual(await days(), before);
  // The toast of what was saved before is still there.
  await named('撤销').last().click();
  await shows('已撤销');
  assert.deepEqual(await days(), own);
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('a class admin has no holidays to keep', async () => {
  const { context, console: console_ } = await open(CLASS_ADMIN, '');
  await console_.getByRole('link', { name: '运行状况' }).waitFor();
  assert.equal(await console_.getByRole('link', { name: '节假日', exact: true }).count(), 0);
  await context.close();
});
