// The first day of a class portal, in the order in which people live it: the wizard, registration,
// the desktop, a countdown, the settings, signing out and in again.
import assert from 'node:assert/strict';
import { axeFindings } from './lib/axe.mjs';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { dateIn, PASSWORD } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';
import * as wizard from './lib/wizard.mjs';

const NEW_PASSWORD = 'Winter-2028-y';

test.describe.configure({ mode: 'serial' });

let portal, browser, page, watch;
/** The page that is projected, and what the slip of 林知夏 says. */
let wall, code;

test.beforeAll(async () => {
  portal = await startPortal();
  browser = await launch();
  const context = await device(browser);
  ({ page, watch } = await watchedPage(context, portal.url));
});
test.afterAll(cleanUp);

const button = (name) => page.getByRole('button', { name, exact: true });
const field = (name) => page.getByLabel(name, { exact: true });
/** The field has the focus and says itself why it was refused. */
async function refuses(name, text) {
  await page.getByRole('alert').getByText(text).waitFor();
  const refused = page.getByRole('textbox', { name, exact: true, description: new RegExp(text) });
  assert.equal(await field(name).evaluate((input) => input === document.activeElement), true);
  assert.equal(await refused.getAttribute('aria-invalid'), 'true');
}
const shows = (text) => page.getByText(text).first().waitFor();
const openApp = (name) => page.getByRole('navigation').getByRole('button', { name }).click();
const widget = () => page.getByRole('article', { name: '倒计时' });

test.describe('from the wizard to the desktop', () => {
  test('sets the portal up from a pasted list', async () => {
    await wizard.begin(page, portal.url);
    await wizard.fillAccount(page);
    await wizard.fillSchool(page);
    await wizard.fillList(page);
    await shows('已识别 6 人');
    await wizard.showOptions(page);
    await page.getByText('还有谁一起管理？').click();
    await page.getByRole('checkbox', { name: '林知夏' }).check();
    await wizard.showPreview(page);
    const rows = await page.getByRole('row').allInnerTexts();
    const cells = rows.slice(1).map((row) => row.split(/\s+/).filter(Boolean).join(' '));
    assert.deepEqual(cells, [
      '260100 刘建国 未填 班级管理员 系统管理员',
      '260101 林知夏 女 系统管理员',
      '260102 周明远 男',
      '260103 陈默 未填',
      '260104 许安然 女',
      '260105 沈听澜 女',
      '260106 李雷 男',
    ]);
    await wizard.save(page);
    await shows('已保存 7 人');
    await shows('你已登录：刘老师，学号 260100');
  });

  test('shows the page that a teacher projects, and goes on at the device of a pupil', async () => {
    await button('打开集中注册页').click();
    await page.getByRole('heading', { name: '1 班 · 集中注册' }).waitFor();
    await page.getByText('还差 6 人：').waitFor();
    await page.getByRole('img', { name: '注册页的二维码' }).waitFor();
    assert.equal(await page.getByText(/[A-Z0-9]{4}-?[A-Z0-9]{4}/).count(), 0, 'nobody reads a code off the wall');
    const answer = await page.context().request.get(`${portal.url}/api/admin/enrolment`);
    const { members } = (await answer.json()).data.classes[0];
    code = members.find(({ real_name }) => real_name === '林知夏').claim_code;
    assert.deepEqual((await axeFindings(page)).faults, []);
    wall = page;
    ({ page, watch } = await watchedPage(await device(browser), portal.url));
    await page.goto(`${portal.url}/#/register`);
  });
});

test.describe('from a slip to the desktop', () => {
  test('refuses a registration with a text that says why', async () => {
    await button('注册并登录').click();
    await shows('请填写这一项');
    await field('真实姓名').fill('王不在');
    await field('网名').fill('夏天');
    await field('密码').fill('short1');
    await page.getByText('至少 8 位').locator('..').getByText('未满足').waitFor();
    await shows('密码还不符合要求');
    await field('密码').fill(PASSWORD);
    await shows('密码强度：很强');
    await field('再输一次密码').fill(`${PASSWORD}z`);
    await shows('两次输入的密码不一致');
    await field('再输一次密码').fill(PASSWORD);
    await page.getByText('两次输入的密码不一致').waitFor({ state: 'detached' });
    await button('注册并登录').click();
    await refuses('真实姓名', '名单里没有「王不在」');
  });

  test('refuses a common password', async () => {
    await field('真实姓名').fill('林知夏');
    await field('认领码').fill(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`);
    await field('密码').fill('password123');
    await field('再输一次密码').fill('password123');
    await button('注册并登录').click();
    await refuses('密码', '这个密码太常见');
  });

  test('registers and shows the desktop with its default widgets', async () => {
    await field('密码').fill(PASSWORD);
    await field('再输一次密码').fill(PASSWORD);
    await button('注册并登录').click();
    await page
      .getByRole('article', { name: '时钟' })
      .getByText(/^\d\d:\d\d$/)
      .waitFor();
    await widget().getByText('还没有倒计时').waitFor();
    assert.ok(!page.url().includes('register'));
  });

  test('lights the name up on the wall', async () => {
    await wall.getByText('还差 5 人：').waitFor();
    await wall.getByRole('listitem').filter({ hasText: '林知夏' }).getByText('（已注册）').waitFor();
    await wall.context().close();
  });
});

test.describe('from a countdown to a new password', () => {
  test('creates a countdown and shows it in the widget', async () => {
    await widget().getByRole('link', { name: '去添加' }).click();
    const dialog = page.getByRole('dialog', { name: '倒计时' });
    await dialog.getByRole('button', { name: '新建倒计时' }).click();
    await button('添加').click();
    await shows('标题需要 1–80 个字');
    await shows('请选择一个日期');
    await field('标题').fill('高考');
    await field('日期').fill(dateIn(199));
    await button('添加').click();
    await dialog.getByText('还有 199 天').waitFor();
    await dialog.getByRole('button', { name: '关闭' }).click();
    await dialog.waitFor({ state: 'detached' });
    await widget().getByText('距离高考').waitFor();
    await widget().getByText('199', { exact: true }).waitFor();
  });

  test('deletes it and takes that back', async () => {
    await openApp('倒计时');
    await button('编辑「高考」').click();
    await button('删除这个倒计时').click();
    await shows('已删除「高考」');
    await widget().getByText('还没有倒计时').waitFor();
    await button('撤销').click();
    await shows('已恢复「高考」');
    await page.getByRole('listitem').getByText('还有 199 天').waitFor();
    await button('关闭').first().click();
    await widget().getByText('距离高考').waitFor();
  });

  test('changes the profile', async () => {
    await openApp('设置');
    await shows('260101');
    await field('网名').fill('夏至');
    await page.getByLabel('签名').fill('慢慢来，比较快');
    await button('保存').click();
    await shows('资料已保存');
    await page.reload();
    await page.getByRole('dialog', { name: '设置' }).waitFor();
    assert.equal(await field('网名').inputValue(), '夏至');
    assert.equal(await page.getByLabel('签名').inputValue(), '慢慢来，比较快');
  });

  test('turns dark, and English', async () => {
    await page.getByRole('tab', { name: '外观' }).click();
    await page.getByRole('group', { name: '主题' }).getByText('深色').click();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('tab', { name: '设备' }).click();
    await page.getByRole('group', { name: '语言' }).getByText('English').click();
    await page.getByRole('tab', { name: 'Password' }).waitFor();
    await page.getByText('Class Portal').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });

  test('changes the password', async () => {
    await page.getByRole('tab', { name: 'Password' }).click();
    await field('Current password').fill('not-it-1234');
    await field('New password').fill(NEW_PASSWORD);
    await field('New password again').fill(NEW_PASSWORD);
    await button('Change password').click();
    await page.getByRole('alert').getByText('The current password is wrong').waitFor();
    await field('Current password').fill(PASSWORD);
    await button('Change password').click();
    await shows('Password changed');
  });
});

test.describe('from the sign-out to the second sign-in', () => {
  test('signs out and leaves nothing personal on the device', async () => {
    await page.getByRole('tab', { name: 'About' }).click();
    await button('Sign out').click();
    await field('Account').waitFor();
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    assert.deepEqual(
      kept.filter((key) => key.startsWith('svc:')),
      [],
    );
    // The cookie by which the server knows the device is random, names nobody and opens nothing.
    const cookies = await page.context().cookies();
    assert.deepEqual(
      cookies.map(({ name, httpOnly }) => [name, httpOnly]),
      [['device', true]],
    );
  });

  test('keeps theme and language of the device', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await button('切换到中文').click();
    await page.getByRole('heading', { name: '登录' }).waitFor();
  });

  for (const [kind, account] of [
    ['real name', '林知夏'],
    ['user ID', '260101'],
    ['net name', '夏至'],
  ]) {
    test(`signs in with the ${kind}`, async () => {
      await field('账号').fill(account);
      await field('密码').fill(NEW_PASSWORD);
      await button('登录').click();
      await widget().getByText('距离高考').waitFor();
      await openApp('设置');
      await page.getByRole('tab', { name: '关于' }).click();
      await button('退出登录').click();
      await field('账号').waitFor();
    });
  }

  test('made no fault on the way', () => {
    // 400 and 401 are the refusals above, and what a guest hears before the first sign-in.
    assert.deepEqual(faultsOf(watch, ['status of 40[01]']), []);
  });
});
