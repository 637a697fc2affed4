// One's own account: where one is signed in, a copy of one's data, and the end of it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { call, PASSWORD, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const PUPIL = '夏天';
const CLASS_ADMIN = '远';
const CLASSMATE = '默默';
const PHOTO = fileURLToPath(new URL('../../docs/screens/home-desktop-light.jpg', import.meta.url));

let portal, browser, token;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  ({ token } = await register(portal, '林知夏', PUPIL));
  await register(portal, '周明远', CLASS_ADMIN);
  await register(portal, '陈默', CLASSMATE);
  browser = await launch();
});
test.afterAll(cleanUp);

/** The tab on a new device of someone. */
async function open(account, size) {
  const context = await device(browser, size);
  await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto(`${portal.url}/#/app/settings/account`);
  await page.getByRole('tab', { name: '账号与数据', selected: true }).waitFor();
  // The list of sign-ins moves all that stands below it when it comes.
  await page.getByRole('tabpanel').getByText('这台设备', { exact: true }).waitFor();
  const button = (name) => page.getByRole('button', { name, exact: true });
  const shows = (text) => page.getByText(text).first().waitFor();
  return { context, page, watch, button, shows };
}

/** Whether a device of somebody's is still signed in. */
async function isSignedIn(context) {
  return (await context.request.get(`${portal.url}/api/user/profile`)).ok();
}

async function secondDevice() {
  const context = await device(browser, 'phone');
  await signIn(context, portal, PUPIL);
  return context;
}

/** Whether an image is there and was decoded. */
const isDrawn = (image) => image.evaluate(async (node) => (await node.decode(), node.naturalWidth > 0));

test.describe("one's own pictures", () => {
  test('are an avatar for all, a wallpaper for oneself, and the photo of the class', async () => {
    const { context, page, watch, button, shows } = await open(CLASSMATE);
    await page.getByRole('tab', { name: '资料' }).click();
    await page.locator('[data-avatar] input').setInputFiles(PHOTO);
    const editor = page.getByRole('dialog', { name: '裁剪头像' });
    await editor.getByRole('slider', { name: '缩放' }).fill('2');
    await editor.getByRole('img').press('ArrowLeft');
    await editor.getByRole('button', { name: '用作头像' }).click();
    await shows('头像已更新');
    assert.ok(await isDrawn(page.locator('header .avatar img')));

    await page.locator('[data-avatar] input').setInputFiles(fileURLToPath(import.meta.url));
    await shows('浏览器打不开这张图片');

    await page.getByRole('tab', { name: '外观' }).click();
    await page.locator('[data-own-wallpaper] input').setInputFiles(PHOTO);
    await shows('壁纸已上传');
    assert.ok(await isDrawn(page.locator('.wallpaper img')));
    await button('删除「我的壁纸 1」').click();
    await page.locator('.wallpaper img[src*=builtin]').waitFor();
    await button('撤销').click();
    assert.ok(await isDrawn(page.locator('.wallpaper img[src*=cloud]')), 'it is back, and chosen as before');
    await button('删除「我的壁纸 1」').click();
    await page.locator('.wallpaper img[src*=builtin]').waitFor();

    const teacher = await open(CLASS_ADMIN);
    await teacher.page.getByRole('tab', { name: '外观' }).click();
    await teacher.page.locator('[data-class-photo] input').setInputFiles(PHOTO);
    await teacher.shows('班级照片已设置');
    await page.getByText('班级照片', { exact: true }).click();
    assert.ok(await isDrawn(page.locator('.wallpaper img[src*=cloud]')));
    await teacher.page.getByRole('button', { name: '删除「班级照片」' }).click();
    const ask = teacher.page.getByRole('dialog', { name: '删除「班级照片」？' });
    await ask.getByRole('button', { name: '删除', exact: true }).click();
    await teacher.shows('班级照片已删除');
    await teacher.page.goto(`${portal.url}/#/app/admin/members`);
    await teacher.page.getByRole('button', { name: '查看陈默' }).click();
    await teacher.page.getByRole('button', { name: '删除头像' }).click();
    await teacher.shows('已删除陈默的头像');
    await page.locator('header .avatar img').waitFor({ state: 'detached' });
    assert.deepEqual([...faultsOf(watch), ...faultsOf(teacher.watch)], []);
    await Promise.all([context.close(), teacher.context.close()]);
  });
});

test.describe("one's own account", () => {
  test('shows each sign-in, this one first, and ends another', async () => {
    const other = await secondDevice();
    const { context, page, watch, shows } = await open(PUPIL);
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await rows.first().getByText('这台设备').waitFor();
    // Registration was one too.
    assert.equal(await rows.count(), 3);
    assert.equal(await rows.first().getByRole('button').count(), 0);
    await rows
      .nth(1)
      .getByRole('button', { name: /退出登录/ })
      .click();
    const ask = page.getByRole('dialog', { name: '让这台设备退出登录？' });
    await ask.getByText('这台设备和其他设备不受影响').waitFor();
    // The focus begins on the way out.
    await page.keyboard.press('Enter');
    await ask.waitFor({ state: 'detached' });
    assert.ok(await isSignedIn(other));
    await rows
      .nth(1)
      .getByRole('button', { name: /退出登录/ })
      .click();
    await ask.getByRole('button', { name: '退出登录' }).click();
    await shows(/已退出登录$/);
    await rows.nth(2).waitFor({ state: 'detached' });
    assert.ok(!(await isSignedIn(other)), 'the one used last stood above');
    assert.ok(await isSignedIn(context));
    assert.deepEqual(faultsOf(watch), []);
    await Promise.all([context.close(), other.close()]);
  });

  test('signs out everywhere else, and says how many that are', async () => {
    const others = [await secondDevice(), await secondDevice()];
    const { context, page, button, shows } = await open(PUPIL, 'tablet');
    await button('退出其他所有设备').click();
    const ask = page.getByRole('dialog', { name: '退出其他所有设备？' });
    const [, count] = /另外 (\d+) 处/.exec(await ask.innerText());
    assert.ok(Number(count) >= 3, count);
    await ask.getByRole('button', { name: '退出其他所有设备' }).click();
    await shows(`已退出 ${count} 处登录`);
    await shows('没有在别的设备上登录');
    for (const other of others) assert.ok(!(await isSignedIn(other)));
    await assert.rejects(call(portal, 'GET', '/api/user/profile', { token }), /401/);
    await Promise.all([context, ...others].map((one) => one.close()));
  });

  test('says when the list cannot be read, and reads it again', async () => {
    const context = await device(browser, 'phone');
    await signIn(context, portal, PUPIL);
    const { page, watch } = await watchedPage(context, portal.url);
    await page.route('**/api/user/sessions', (route) =>
      route.fulfill({ status: 403, json: { code: 403, message: '', data: null } }),
    );
    await page.goto(`${portal.url}/#/app/settings/account`);
    await page.getByText('没有读到登录的设备').waitFor();
    await page.unroute('**/api/user/sessions');
    await page.getByRole('button', { name: '重试' }).click();
    await page.getByText('这台设备', { exact: true }).waitFor();
    assert.deepEqual(faultsOf(watch, ['status of 403']), []);
    await context.close();
  });

  test("hands out one's data as a file", async () => {
    const { context, page, watch, button, shows } = await open(PUPIL);
    const [file] = await Promise.all([page.waitForEvent('download'), button('下载我的数据').click()]);
    assert.match(file.suggestedFilename(), /^class-portal-260101-\d{4}-\d\d-\d\d\.json$/);
    const rooms = JSON.parse(await readFile(await file.path(), 'utf8'));
    assert.equal(rooms.user.net_name, PUPIL);
    assert.equal(rooms.setup.real_name, '林知夏');
    assert.ok(!JSON.stringify(rooms).includes('周明远'));
    await shows('已下载');
    await page.route('**/api/user/export', (route) => route.abort());
    await button('下载我的数据').click();
    await page.getByRole('tabpanel').getByRole('alert').waitFor();
    assert.deepEqual(faultsOf(watch, ['net::ERR_']), []);
    await context.close();
  });
});

test.describe("the end of one's own account", () => {
  test('does not let the last admin go, and says so', async () => {
    const { context, page, button } = await open(CLASS_ADMIN);
    await button('注销我的账号…').click();
    const ask = page.getByRole('dialog', { name: '永久注销你的账号？' });
    await ask.getByLabel('输入学号 260100 以确认').fill('260100');
    await ask.getByLabel('现在的密码', { exact: true }).fill(PASSWORD);
    await ask.getByRole('button', { name: '永久注销' }).click();
    await ask.getByRole('alert').getByText('最后一位管理员不能注销账号').waitFor();
    assert.ok(await isSignedIn(context));
    await context.close();
  });

  test('erases the account with user ID and password, never by accident', async () => {
    const { context, page, watch, button, shows } = await open(PUPIL, 'phone');
    await button('注销我的账号…').click();
    const ask = page.getByRole('dialog', { name: '永久注销你的账号？' });
    const erase = ask.getByRole('button', { name: '永久注销' });
    const password = ask.getByLabel('现在的密码', { exact: true });
    for (const text of ['你上传的文件', '班级名单里的姓名和学号']) await ask.getByText(text).waitFor();
    assert.equal(await erase.getAttribute('aria-disabled'), 'true');
    await password.fill('wrong-1234');
    assert.equal(await erase.getAttribute('aria-disabled'), 'true');
    await ask.getByLabel('输入学号 260101 以确认').fill('260101');
    await password.press('Enter');
    assert.ok(await isSignedIn(context), 'Enter alone does nothing');
    await erase.click();
    await ask.getByRole('alert').getByText('密码错误').waitFor();
    assert.equal(await page.getByRole('dialog', { name: '登录' }).count(), 0, 'a wrong password ends no session');
    await password.fill(PASSWORD);
    await erase.click();
    await button('登录').waitFor();
    await shows('账号已注销');
    assert.ok(!(await isSignedIn(context)));
    await assert.rejects(signIn(context, portal, PUPIL), /401/);
    assert.deepEqual(faultsOf(watch, ['status of 401', 'WebSocket']), []);
    await context.close();
  });
});
