// Seats and draws: an officer seats the class and everybody sees it, an earlier plan comes back, and a draw is shown to
// the class with a seed from which each device comes to the same names.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const OFFICER = '许安然';
const MATE = '沈听澜';
const MATE_NUMBER = '260104';

let portal, browser, tokens;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  await as(ADMIN, 'POST', '/api/admin/officers', {
    user_id: '260103',
    title: '班长',
    permissions: ['manage_duty'],
  });
  browser = await launch();
});
test.afterAll(cleanUp);

const button = (page, name) => page.getByRole('button', { name, exact: true });
const seat = (page, row, column) => page.locator(`[data-cell="s:${row}:${column}"]`);

/** Where somebody sits, as it is stored. */
async function placeOf(number) {
  const { plan } = await as(OFFICER, 'GET', '/api/seating');
  const found = plan.seats.find((one) => one.number === number);
  return found && [found.row, found.column];
}

test('the class is seated, moves by taps and by a shuffle, and an earlier plan comes back', async () => {
  const mate = await openApp(MATE, 'seating', 'phone');
  await mate.shows('还没有座位表');
  const { page, shows, watch, context } = await openApp(OFFICER, 'seating');
  await button(page, '排座位').click();
  await shows('全班都有座位');
  // The mate is the fourth on the list; a tap on them and one on the first seat swap the two.
  await seat(page, 0, 3).click();
  await shows(`${MATE}去哪里`);
  await seat(page, 0, 0).click();
  await expect(seat(page, 0, 0)).toContainText(MATE);
  await lookAt(page, 'seating', 'desktop-editor');
  await button(page, '保存').click();
  await shows('座位表已保存');
  assert.deepEqual(await placeOf(MATE_NUMBER), [0, 0]);
  await mate.page.getByText('你的座位').waitFor({ state: 'attached' });
  await lookAt(mate.page, 'seating', 'phone-plan');
  await button(page, '编辑座位').click();
  await button(page, '固定').click();
  await seat(page, 0, 0).click();
  await button(page, '随机打乱').click();
  await shows('已打乱，固定了 1 人');
  await expect(seat(page, 0, 0)).toContainText(MATE);
  await button(page, '撤销').click();
  await button(page, '重做').click();
  await button(page, '换座').click();
  await seat(page, 0, 0).click();
  await button(page, '放回这里').click();
  await page.getByText('没有座位的同学（1）').waitFor();
  await button(page, '随机打乱').click();
  await shows('没有座位的 1 人还在下面');
  await page.getByText('没有座位的同学（1）').waitFor();
  await button(page, '保存').click();
  await expect(mate.page.getByText('你的座位')).toHaveCount(0);
  assert.equal(await placeOf(MATE_NUMBER), undefined);
  await button(page, '以前的座位表').click();
  await page
    .getByRole('button', { name: /^恢复 .*的座位表$/ })
    .first()
    .click();
  await mate.page.getByText('你的座位').waitFor({ state: 'attached' });
  assert.deepEqual(await placeOf(MATE_NUMBER), [0, 0]);
  for (const one of [mate.watch, watch]) assert.deepEqual(faultsOf(one), []);
  await mate.context.close();
  await context.close();
});

test('a draw is shown to the class, and each device comes to the same names', async () => {
  const mate = await openApp(MATE, 'seating/pick', 'phone');
  await mate.shows('还没有点过名');
  const { page, watch, context } = await openApp(OFFICER, 'seating/pick', 'sharp');
  await page.getByRole('button', { name: '增加' }).click();
  await button(page, '选不在的同学').click();
  await page.getByRole('group', { name: '今天不在的同学' }).getByRole('button', { name: MATE }).click();
  await page.getByLabel('用来做什么').fill('回答第 3 题');
  await button(page, '点名').click();
  await page.getByText('与公布的种子一致').waitFor();
  const { draws } = await as(MATE, 'GET', '/api/picker/draws');
  const [{ picked, seed, candidates }] = draws;
  assert.equal(picked.length, 2);
  assert.ok(!candidates.some(({ number }) => number === MATE_NUMBER));
  for (const shown of [page, mate.page]) {
    const stage = shown.getByRole('region', { name: '点名结果' });
    await stage.getByText('与公布的种子一致').waitFor();
    assert.equal(await stage.getByText(seed).count(), 0);
    assert.deepEqual(
      await stage.locator('li.name').allTextContents(),
      picked.map(({ name }) => name),
    );
  }
  // From the back of the room: a tenth of the height of the screen.
  const height = await page
    .locator('li.name')
    .first()
    .evaluate((name) => parseFloat(getComputedStyle(name).fontSize));
  assert.ok(height >= page.viewportSize().height / 10, `letters of ${height} px`);
  await lookAt(mate.page, 'seating', 'phone-drawn');
  for (const shown of [page, mate.page]) {
    await button(shown, '怎么核对').click();
    await shown.getByText(seed).waitFor();
    await shown.getByText('下面的顺序是这台设备刚刚自己算出来的').waitFor();
  }
  await lookAt(page, 'seating', 'sharp-verify');
  for (const one of [mate.watch, watch]) assert.deepEqual(faultsOf(one), []);
  await mate.context.close();
  await context.close();
});
