// Announcements from both sides: the console of who writes them, and what members see.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, OFFICER, school } from './lib/school.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MEMBER = '许安然';

let portal, browser, tokens;

test.beforeAll(async () => {
  portal = await startPortal({ CLAIM_CODES: '1' });
  tokens = await school(portal);
  browser = await launch();
});
test.afterAll(cleanUp);

const { openApp, open, as } = consoleOf(() => ({ portal, browser, tokens }));

test.describe('announcements', () => {
  test('publishes homework that a member reads and confirms, and knows who is missing', async () => {
    const staff = await open(OFFICER, 'announcements');
    await staff.button('写公告').click();
    await staff.page.locator('form').getByRole('group', { name: '类型' }).getByText('作业').click();
    await staff.button('发布').click();
    await staff.shows('标题需要 1–100 个字');
    await staff.page.getByLabel('标题').fill('第 3 章练习');
    await staff.page
      .getByRole('textbox', { name: '正文' })
      .fill('# 要求\n\n- **独立完成**\n\n<img src=x onerror=alert(1)>[坏](javascript:alert(1))');
    await staff.button('预览').click();
    await staff.page.locator('.markdown strong').getByText('独立完成').waitFor();
    assert.equal(await staff.page.locator('.markdown img, .markdown a, .markdown script').count(), 0);
    await staff.page.getByLabel('截止日期').fill(dateIn(1));
    await staff.console.getByText('需要确认', { exact: true }).click();
    await staff.button('发布').click();
    await staff.shows(/已发布给 \d+ 人/);

    const pupil = await openApp(MEMBER, 'announcements');
    const row = pupil.page.getByRole('dialog').getByRole('link', { name: /第 3 章练习/ });
    await row.getByText('明天截止').waitFor();
    await row.getByText('待确认').waitFor();
    await row.click();
    await pupil.page.getByRole('heading', { name: '要求' }).waitFor();
    await pupil.page.getByRole('button', { name: '我已知悉' }).click();
    await pupil.shows(/你在 .* 确认了/);
    await pupil.page.getByRole('button', { name: '全部公告' }).click();
    await row.getByText('已确认').waitFor();
    assert.deepEqual(faultsOf(pupil.watch), []);

    await staff.button('谁还没确认').click();
    const sheet = staff.page.getByRole('dialog', { name: '谁还没确认' });
    await sheet.getByText(/已确认，1 人已读/).waitFor();
    assert.equal(await sheet.getByRole('listitem').filter({ hasText: MEMBER }).count(), 0);
    await staff.page.evaluate(() => (window.print = () => document.documentElement.setAttribute('data-printed', '')));
    await sheet.getByRole('button', { name: '打印名单' }).click();
    await staff.page.locator('html[data-printed] .print-sheet.on-paper').waitFor({ state: 'attached' });
    await staff.page.emulateMedia({ media: 'print' });
    await staff.page.locator('.print-sheet').getByText('第 3 章练习').waitFor();
    await staff.page.emulateMedia({ media: 'screen' });
    await staff.page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await sheet.getByRole('button', { name: /只提醒这 \d+ 人/ }).click();
    await staff.shows(/已提醒 \d+ 人/);
    await sheet.getByRole('button', { name: '关闭' }).click();
    await staff.button('删除').click();
    await staff.page
      .getByRole('dialog', { name: '删除这条公告？' })
      .getByText(/人将看不到「第 3 章练习」，其中 1 人已经读过/)
      .waitFor();
    await staff.page.getByRole('dialog', { name: '删除这条公告？' }).getByRole('button', { name: '删除' }).click();
    await staff.button('撤销').click();
    await staff.shows('已恢复「第 3 章练习」');
    assert.deepEqual(faultsOf(staff.watch), []);
    await Promise.all([staff.context.close(), pupil.context.close()]);
  });

  test('shows members what waits: in the widget, and on the icon', async () => {
    const { announcements } = await as('沈听澜', 'GET', '/api/announcements');
    for (const { id } of announcements) await as('沈听澜', 'POST', `/api/announcements/${id}/read`);
    await as(ADMIN, 'POST', '/api/admin/announcements', { title: '第 4 章练习', content: '# 要求' });
    const widgets = [{ id: 'w1', type: 'announcements-latest', config: {}, size: { w: 2, h: 2 } }];
    await as('沈听澜', 'PUT', '/api/user/settings', { desktop_layout: { pages: [{ id: 'p1', widgets }] } });
    const { page, watch, context } = await openApp('沈听澜', '');
    await page.goto(`${portal.url}/#`);
    const widget = page.getByRole('article', { name: '公告' });
    await widget.getByText('1 条未读').waitFor();
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /1\s*（未读）\s*公告/ })
      .waitFor();
    await widget.getByRole('link', { name: /第 4 章练习/ }).click();
    await page.getByRole('heading', { name: '要求' }).waitFor();
    await page.getByRole('dialog', { name: '公告' }).getByRole('button', { name: '关闭' }).click();
    await widget.getByText('都读过了').waitFor();
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });
});

test.describe('the form of an announcement', () => {
  test('stands where the list is; what it publishes is printed without the desktop', async () => {
    const { page, watch, context } = await openApp(OFFICER, 'announcements');
    const app = page.getByRole('dialog', { name: '公告' });
    await app.getByRole('button', { name: '写公告' }).click();
    await app.getByLabel('标题').fill('运动会报名');
    await app.getByRole('textbox', { name: '正文' }).fill('周五放学前交给体育委员');
    await app.getByRole('button', { name: '发布' }).click();
    await app.getByRole('link', { name: /运动会报名/ }).click();
    await app.getByRole('heading', { name: '运动会报名' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const paper = await page.evaluate(() => document.body.innerText);
    assert.match(paper, /^运动会报名[^]*周五放学前交给体育委员\s*$/);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('keeps what was written when somebody else was faster, or the way out is taken by mistake', async () => {
    const made = await as(ADMIN, 'POST', '/api/admin/announcements', { title: '春游', content: '周五出发' });
    const { page, context, button, shows } = await open(ADMIN, 'announcements');
    await page.getByRole('group', { name: '「春游」的操作' }).getByRole('button', { name: '编辑' }).click();
    await page.getByRole('textbox', { name: '正文' }).fill('周六出发');
    await button('返回').last().click();
    await page.getByRole('dialog', { name: '放弃没有保存的内容？' }).getByRole('button', { name: '取消' }).click();
    await as(ADMIN, 'PUT', `/api/admin/announcements/${made.id}`, { content: '改到下周' });
    await button('保存').click();
    await shows('别人已经改过这条公告');
    await button('用我的覆盖').click();
    await shows('已保存「春游」');
    assert.equal((await as(ADMIN, 'GET', `/api/admin/announcements/${made.id}`)).content, '周六出发');
    await context.close();
  });
});
