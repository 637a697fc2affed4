// The console as a system admin, a class admin and an officer use it.
import assert from 'node:assert/strict';
import { axeFindings } from './lib/axe.mjs';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { call } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, OFFICER, school } from './lib/school.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MEMBER = '许安然';

test.describe.configure({ mode: 'serial' });

let portal, browser, tokens;

test.beforeAll(async () => {
  portal = await startPortal({ CLAIM_CODES: '1' });
  tokens = await school(portal);
  browser = await launch();
});
test.afterAll(cleanUp);

const { open, as } = consoleOf(() => ({ portal, browser, tokens }));
const userOf = async (id) => (await as(ADMIN, 'GET', `/api/admin/users?search=${id}`)).users[0];

test.describe('the console', () => {
  test('finds, edits and disables a member, and takes that back', async () => {
    const { page, watch, context, button, shows } = await open(ADMIN, 'members');
    await shows('共 14 人');
    await page.getByLabel('姓名、网名或学号').fill('沈听');
    await shows('共 1 人');
    await button('查看沈听澜').click();
    const sheet = page.getByRole('dialog', { name: '沈听澜' });
    await sheet.getByText('260104').waitFor();
    await sheet.getByRole('button', { name: '编辑资料' }).click();
    await sheet.getByLabel('网名').fill('听澜');
    await sheet.getByRole('button', { name: '保存' }).click();
    await shows('已保存沈听澜的资料');
    await sheet.getByRole('button', { name: '禁用账号' }).click();
    await sheet.getByLabel('多久').selectOption({ label: '1 小时' });
    await sheet.getByLabel('原因').fill('反复刷屏');
    await sheet.getByRole('button', { name: '禁用', exact: true }).click();
    await shows('已禁用沈听澜');
    await sheet.getByText('原因：反复刷屏').waitFor();
    assert.equal((await userOf('260104')).status, 'disabled');
    await button('撤销').click();
    await shows('已解除沈听澜的禁用');
    const { status, net_name } = await userOf('260104');
    assert.deepEqual([status, net_name], ['active', '听澜']);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('says whom a bulk act touches, does it, and puts everybody back as they were', async () => {
    await as(ADMIN, 'PATCH', '/api/admin/users/260105/status', { status: 'disabled', ban_reason: '旧的原因' });
    const { page, watch, context, button, shows } = await open(ADMIN, 'members');
    await page.getByLabel('选择本页').check();
    await shows('已选 14 人');
    await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '禁用', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '禁用选中的成员' });
    await dialog.getByText('12 人将被禁用，不含 2 名管理员').waitFor();
    await dialog.getByRole('button', { name: '禁用 12 人' }).click();
    await shows('已禁用 12 人');
    const after = await as(ADMIN, 'GET', '/api/admin/users?status=disabled&limit=200');
    assert.equal(after.total, 12);
    await button('撤销').click();
    await shows('已恢复原状');
    const left = await as(ADMIN, 'GET', '/api/admin/users?status=disabled&limit=200');
    assert.deepEqual(
      left.users.map((user) => [user.user_id, user.ban_reason]),
      [['260105', '旧的原因']],
    );
    await as(ADMIN, 'PATCH', '/api/admin/users/260105/status', { status: 'active' });
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });
});

test.describe('the console of admins and officers', () => {
  test('makes a reset code that works once and deletes an account for good', async () => {
    const { page, watch, context, button, shows, go } = await open(ADMIN, 'members');
    await button('查看李雷').click();
    const sheet = page.getByRole('dialog', { name: '李雷' });
    await sheet.getByRole('button', { name: '重置密码' }).click();
    await sheet.getByText('你不会知道密码').waitFor();
    await sheet.getByRole('button', { name: '生成代码' }).click();
    const code = await sheet.locator('output').innerText();
    const body = { account: '260105', code, new_password: 'Autumn-2029-z', confirm_password: 'Autumn-2029-z' };
    await call(portal, 'POST', '/api/auth/reset-password', { body });
    // A code that shows this once is left only by whoever says so.
    assert.ok(await sheet.locator('output').evaluate((output) => output === document.activeElement));
    const ask = page.getByRole('dialog', { name: '一次性代码' });
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => sheet.getByRole('button', { name: '返回' }).click(),
    ]) {
      await leave();
      await ask.getByText('代码不会再显示，确定已经交给本人了吗？').waitFor();
      await ask.getByRole('button', { name: '取消' }).click();
      assert.equal(await sheet.locator('output').innerText(), code);
    }
    await sheet.getByRole('button', { name: '关闭' }).click();
    await ask.getByRole('button', { name: '已经交给本人' }).click();
    await sheet.waitFor({ state: 'detached' });
    await go('members');
    await button('查看韩梅梅').click();
    const doomed = page.getByRole('dialog', { name: '韩梅梅' });
    await doomed.getByRole('button', { name: '删除账号' }).click();
    await doomed.getByText('名单里的这一行会保留').waitFor();
    await doomed.getByLabel('输入学号 260106 以确认').fill('260106');
    await doomed.getByRole('button', { name: '永久删除' }).click();
    await shows('墓碑记录：学号 260106');
    await doomed.getByRole('button', { name: '完成' }).click();
    await shows('共 13 人');
    assert.equal(await userOf('260106'), undefined);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('shows a class admin the own class alone', async () => {
    const { page, watch, context, button, shows, console: console_ } = await open(CLASS_ADMIN, 'members');
    await shows('共 11 人');
    assert.equal(await page.getByLabel('班级', { exact: true }).count(), 0);
    assert.equal(await console_.getByRole('link', { name: '名单' }).count(), 0);
    await button('查看林知夏').click();
    await shows('你不能管理这位成员：对方的身份不低于你');
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('shows an officer only what the rights allow, and lets no more be given', async () => {
    const { page, watch, context, button, shows, console: console_ } = await open(OFFICER, 'officers');
    await console_.getByRole('link').first().waitFor();
    assert.deepEqual(await console_.getByRole('navigation').getByRole('link').allInnerTexts(), [
      '成员',
      '班干部',
      '公告',
      'AI 安全提示',
      '操作日志',
      '运行状况',
    ]);
    await shows('你不能修改与自己同级的班干部');
    await button('任命班干部').click();
    await page
      .getByRole('dialog', { name: '任命谁？' })
      .getByRole('button', { name: /许安然/ })
      .click();
    const sheet = page.getByRole('dialog', { name: '许安然' });
    await sheet.getByRole('switch', { name: '发送广播' }).waitFor();
    assert.ok(await sheet.getByRole('switch', { name: '发送广播' }).isDisabled());
    await shows('你自己没有这项权限，所以不能授予');
    await sheet.getByLabel('职务').fill('小组长');
    await sheet.getByText('管理公告', { exact: true }).click();
    await sheet.getByRole('button', { name: '任命' }).click();
    await shows('许安然现在是班干部');
    const office = await userOf('260103');
    assert.deepEqual([office.officer_title, office.officer_permissions], ['小组长', '["manage_announcements"]']);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });
});

test.describe('the console while it is open', () => {
  test('stays usable when a right is taken away while it is open', async () => {
    const { page, context, button, shows, console: console_ } = await open(OFFICER, 'members');
    await button('查看沈听澜').click();
    const sheet = page.getByRole('dialog', { name: '沈听澜' });
    await as(ADMIN, 'PATCH', '/api/admin/officers/260102', { permissions: ['manage_announcements'] });
    await sheet.getByRole('button', { name: '重置密码' }).click();
    await sheet.getByRole('button', { name: '生成代码' }).click();
    await shows('你的管理权限刚刚变了');
    await console_.getByText('这一部分你现在用不了').waitFor();
    await console_.getByRole('link', { name: '操作日志' }).click();
    await shows('这里只有你自己的操作');
    await as(ADMIN, 'PATCH', '/api/admin/officers/260102', {
      permissions: ['manage_users', 'manage_announcements', 'manage_officers'],
    });
    await context.close();
  });

  test('sends a broadcast after a look at it, counts and recalls it', async () => {
    const { page, watch, context, button, shows } = await open(CLASS_ADMIN, 'broadcasts');
    await shows('只发给你的班级（1 班）');
    await page.getByRole('group', { name: '重要程度' }).getByText('紧急').click();
    await page.getByLabel('内容').fill('操场集合，带上水杯');
    await page.getByRole('region', { name: '大家会看到' }).getByText('操场集合，带上水杯').waitFor();
    await button('发送').click();
    const ask = page.getByRole('dialog', { name: '发送紧急广播？' });
    await ask.getByText('1 班的所有屏幕').waitFor();
    await ask.getByRole('button', { name: '发送' }).click();
    await shows(/已发送给 \d+ 人/);
    const [shown] = await as(MEMBER, 'GET', '/api/assets/broadcasts');
    assert.deepEqual([shown.content, shown.priority], ['操场集合，带上水杯', 'urgent']);
    await as(MEMBER, 'POST', `/api/broadcasts/${shown.id}/seen`);
    const entry = page.getByRole('listitem').filter({ hasText: '操场集合，带上水杯' });
    await entry.getByRole('button', { name: '谁看到了' }).click();
    const readers = page.getByRole('dialog', { name: '谁看到了' });
    await readers.getByRole('heading', { name: '看到了 · 1 人' }).waitFor();
    await readers.getByText(/^\d+ 人中 1 人看到了$/).waitFor();
    assert.equal(await readers.getByText(CLASS_ADMIN, { exact: true }).count(), 0, 'the sender is not asked');
    await readers.getByRole('button', { name: '复制姓名' }).click();
    await shows(/已复制 \d+ 个姓名/);
    assert.deepEqual((await axeFindings(page)).faults, []);
    await readers.getByRole('button', { name: '关闭' }).click();
    await shows(/1 \/ \d+ 人已点「知道了」/);
    await entry.getByRole('button', { name: '撤回' }).click();
    await page.getByRole('dialog', { name: '撤回这条广播？' }).getByText('已经有 1 人看到过').waitFor();
    await page.getByRole('dialog', { name: '撤回这条广播？' }).getByRole('button', { name: '撤回' }).click();
    await shows('已撤回广播');
    // The message of a moment ago may be on its way out; another frame and it is gone.
    const offer = page.locator('.toast:not([class*="-leave-"])', { hasText: /已发送给 \d+ 人/ });
    assert.equal(await offer.count(), 0, 'nothing is left to recall');
    assert.deepEqual(await as(MEMBER, 'GET', '/api/assets/broadcasts'), []);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });
});

test.describe('the console, for lists and the log,', () => {
  test('updates the class list with a look at what changes, and prints claim slips', async () => {
    const { page, watch, context, button, shows } = await open(ADMIN, 'roster');
    await shows('共 15 人，2 个班');
    await page.evaluate(() => (window.print = () => window.dispatchEvent(new Event('afterprint'))));
    await button(/打印认领单（/, false).click();
    await button('更新名单').click();
    const list = page.getByRole('textbox', { name: '名单' }).first();
    await list.fill(`${(await list.inputValue()).replace(/\n.*吐尔逊.*/, '')}\n新同学 女\n新同学 女`);
    await shows('姓名重复');
    await list.fill((await list.inputValue()).replace(/\n新同学 女$/, ''));
    await button('查看变化').click();
    await shows('新增 1 人，移除 1 人，改学号 0 人，改性别 0 人');
    await button('保存名单').click();
    await shows('名单已保存：15 人，2 个班');
    await button('更新名单').click();
    await page.getByRole('textbox', { name: '名单' }).first().fill('周明远 男');
    await button('查看变化').click();
    await shows('还不到原来');
    assert.equal(await button('保存名单').getAttribute('aria-disabled'), 'true');
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('shows the log in words, filters it and gives it as a file', async () => {
    const { page, watch, context, shows } = await open(ADMIN, 'logs');
    await page
      .getByRole('cell', { name: /更新了名单：共 \d+ 人/ })
      .first()
      .waitFor();
    await page.getByLabel('做了什么').selectOption({ label: '批量禁用' });
    // The act, and the ban that taking it back gave somebody again.
    await shows('共 2 条');
    await page.getByRole('cell', { name: /林知夏 一次禁用了 12 人/ }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: '导出 CSV' }).click(),
    ]);
    const text = await (await file.createReadStream()).toArray();
    assert.match(Buffer.concat(text).toString(), /^id,created_at,admin_id[^\n]*\n[^\n]*batch_disable_users/);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });
});
