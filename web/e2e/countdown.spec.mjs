// Countdowns of a class: a class admin takes the exam of the cohort on a phone, a pupil sees it at once, and check-ins
// colour the hundred days.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const PUPIL = '沈听澜';
const OTHER_CLASS = '郑爽朗';

let portal, browser, tokens;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  browser = await launch();
});
test.afterAll(cleanUp);

const button = (page, name) => page.getByRole('button', { name, exact: true });
// By the button that opens it: a proposal of the same exam stands in a list too, until the next answer takes it away.
const opener = (page, title) => page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${title}`) });
const cell = (page, date) => page.locator(`[data-day="${date}"]`);
const countdowns = async (account) => (await as(account, 'GET', '/api/countdown')).countdowns;

test('a class admin takes the exam of the cohort, and the check-in of a pupil colours today', async () => {
  const pupil = await openApp(PUPIL, 'countdown');
  await pupil.shows('还没有倒计时');
  const head = await openApp(CLASS_ADMIN, 'countdown', 'phone');
  await button(head.page, '把「高考」加给全班').waitFor();
  await lookAt(head.page, 'countdown', 'phone-suggestions');
  await button(head.page, '把「高考」加给全班').tap();
  await head.shows('已把「高考」加给全班');
  await opener(head.page, '高考').waitFor();

  await opener(pupil.page, '高考').click();
  const opened = pupil.page.getByRole('article', { name: '高考' });
  await opened.getByText('全班都看得到').waitFor();
  assert.equal(await button(pupil.page, '编辑').count(), 0);
  await lookAt(pupil.page, 'countdown', 'desktop-far');

  // The exam is more than a hundred days away; a mock exam is near.
  const [exam] = await countdowns(CLASS_ADMIN);
  await as(CLASS_ADMIN, 'PATCH', `/api/countdown/${exam.id}`, { target_date: dateIn(30) });
  await expect(cell(pupil.page, dateIn(0))).toHaveAttribute('data-level', '0');
  await button(pupil.page, '今日签到').click();
  await expect(cell(pupil.page, dateIn(0))).toHaveAttribute('data-level', '1');
  await expect(cell(pupil.page, dateIn(0))).toContainText('你已签到');
  await opened.getByText('你今天已签到').waitFor();
  await lookAt(pupil.page, 'countdown', 'desktop-hundred');
  assert.deepEqual(await countdowns(OTHER_CLASS), []);
  for (const { watch, context } of [pupil, head]) {
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  }
});

test('a pupil keeps one to themselves, with reminders, and takes its deletion back', async () => {
  const { page, shows, watch, context } = await openApp(PUPIL, 'countdown', 'phone');
  await button(page, '新建').tap();
  await shows('只有自己看得到');
  await page.getByLabel('标题', { exact: true }).fill('生日');
  await page.getByLabel('日期', { exact: true }).fill(dateIn(20));
  await button(page, '生日').tap();
  await button(page, '7 天前').tap();
  await page.getByLabel('提前几天').fill('14');
  await button(page, '加一个').tap();
  await lookAt(page, 'countdown', 'phone-form');
  await button(page, '添加').tap();
  await opener(page, '生日').tap();
  await page.getByRole('article', { name: '生日' }).getByText('7 天前，14 天前').waitFor();
  await lookAt(page, 'countdown', 'phone-detail');
  await button(page, '编辑').tap();
  await button(page, '删除这个倒计时').tap();
  await shows('已删除「生日」');
  await button(page, '撤销').tap();
  await shows('已恢复「生日」');
  const back = (await countdowns(PUPIL)).find(({ title }) => title === '生日');
  assert.deepEqual([back.source, back.category, back.reminders], ['own', 'birthday', [7, 14]]);
  assert.ok((await countdowns(CLASS_ADMIN)).every(({ title }) => title !== '生日'));
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});
