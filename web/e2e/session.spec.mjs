// Sign-ins that do not go well, and sessions that end: wrong password, rate limit, a disabled
// account, a session that expires while someone is typing.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { call, PASSWORD, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

let browser;
test.beforeAll(async () => {
  browser = await launch();
});
test.afterAll(cleanUp);

async function signInWith(page, account, password) {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** Repeats an action until something shows; the test's own time limit ends it. */
async function until(page, wanted, action) {
  while (!(await wanted.isVisible())) {
    await action().catch(() => undefined);
    await page.waitForTimeout(100);
  }
}

/**
 * The command line writes beside the server, which hears of it within a second. Asked with a
 * token, because a sign-in that came too early would use up the small limit of these tests.
 */
async function heardOfTheBan(portal, token) {
  const headers = { authorization: `Bearer ${token}` };
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${portal.url}/api/user/profile`, { headers });
    if (answer.status === 403) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not hear of the ban');
}

async function loginToken(portal, password) {
  const body = { account: '夏天', password };
  return (await call(portal, 'POST', '/api/auth/login', { body })).token;
}

/** Fills in the form of the reset code, but for the user ID, and sends it. */
async function resetBy(code, form) {
  await form.getByLabel('重置码', { exact: true }).fill(code);
  await form.getByLabel('新密码', { exact: true }).fill('Autumn-2029-z');
  await form.getByLabel('再输一次密码', { exact: true }).fill('Autumn-2029-z');
  await form.getByRole('button', { name: '重设密码', exact: true }).click();
}

test.describe.serial('a link to the form of the reset code', () => {
  test('is obeyed in a tab that is open already, and hands the account on to the sign-in', async () => {
    const portal = await startPortal();
    await setUp(portal);
    await register(portal, '林知夏', '夏天');
    const { token } = await register(portal, '周明远', '周老师');
    const { code } = await call(portal, 'POST', '/api/admin/users/260101/reset-password', { token });
    const context = await device(browser);
    const { page } = await watchedPage(context, portal.url);
    await page.goto(portal.url);
    await page.getByLabel('密码', { exact: true }).waitFor();
    await page.evaluate(() => (location.hash = '#/reset'));
    await page.getByLabel('姓名或学号', { exact: true }).fill('260101');
    await resetBy(code, page);
    await page.getByText('密码已重设').waitFor();
    assert.equal(await page.getByLabel('账号', { exact: true }).inputValue(), '260101');
    await context.close();
    await portal.stop();
  });
});

test.describe.serial('sign-in', () => {
  let portal, token, context, page, watch;

  test.beforeAll(async () => {
    portal = await startPortal({ RATE_LIMIT_LOGIN: '3/3600' });
    await setUp(portal);
    ({ token } = await register(portal, '林知夏', '夏天'));
    context = await device(browser);
    ({ page, watch } = await watchedPage(context, portal.url));
    await page.goto(portal.url);
  });
  test.afterAll(async () => {
    await context?.close();
    await portal?.stop();
  });

  test('asks for both fields', async () => {
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByText('请填写这一项').nth(1).waitFor();
  });

  test('names a wrong password and keeps what was typed', async () => {
    await signInWith(page, '夏天', 'wrong-1234');
    await page.getByRole('alert').getByText('账号或密码错误').waitFor();
    assert.equal(await page.getByLabel('账号', { exact: true }).inputValue(), '夏天');
  });

  test('shows a disabled account with its end and reason', async () => {
    await portal.command('user', 'set-status', '260101', 'disabled');
    await heardOfTheBan(portal, token);
    // The command line bans without an end, so the answer gets one on its way to the page.
    await page.route('**/api/auth/login', async (route) => {
      const answer = await route.fetch();
      assert.equal(answer.status(), 403);
      const ban = { ban_expires_at: '2027-01-31 08:00:00', ban_reason: '刷屏' };
      const body = { ...(await answer.json()), ...ban };
      await route.fulfill({ response: answer, json: body });
    });
    await signInWith(page, '260101', PASSWORD);
    const alert = page.getByRole('alert');
    await alert.getByText('账号已被禁用').waitFor();
    await alert.getByText('解封时间：2027年1月31日 08:00').waitFor();
    await alert.getByText('原因：刷屏').waitFor();
    await page.unroute('**/api/auth/login');
    await portal.command('user', 'set-status', '260101', 'active');
    await page.getByRole('button', { name: '返回' }).click();
  });

  test('counts the wait of the rate limit down', async () => {
    const limited = page.getByRole('alert').getByText(/登录的人太多，或者这个账号刚才试错太多次，请 \d+ 秒后再试/);
    const submit = page.getByRole('button', { name: '登录', exact: true });
    await signInWith(page, '夏天', 'wrong-1234');
    await until(page, limited, () => submit.click({ timeout: 1000 }));
    const seconds = async () => Number(/\d+/.exec(await limited.innerText())?.[0]);
    const first = await seconds();
    assert.ok(first >= 1 && first <= 1200, `${first} s`);
    assert.ok(await submit.isEnabled(), 'the button does not wait');
    for (let now = first; now >= first; now = await seconds()) await page.waitForTimeout(100);
    await page.getByLabel('账号', { exact: true }).fill('别人');
    await limited.waitFor({ state: 'detached' });
  });

  test('made no fault on the way', () => {
    assert.deepEqual(faultsOf(watch, ['status of 401', 'status of 403', 'status of 429']), []);
  });
});

test.describe.serial('a session that ends', () => {
  let portal, token, context, page, watch;

  test.beforeAll(async () => {
    portal = await startPortal();
    await setUp(portal);
    ({ token } = await register(portal, '林知夏', '夏天'));
    context = await device(browser);
    await signIn(context, portal, '夏天');
    ({ page, watch } = await watchedPage(context, portal.url));
  });
  test.afterAll(async () => {
    await context?.close();
    await portal?.stop();
  });

  test('keeps what was typed when it expires', async () => {
    await page.goto(`${portal.url}/#/app/countdown`);
    await page.getByRole('button', { name: '新建倒计时' }).click();
    await page.getByLabel('标题', { exact: true }).fill('运动会');
    await page.getByLabel('日期', { exact: true }).fill('2099-10-01');
    await page.getByLabel('备注').fill('带上号码布');
    // A new password, given on another device, ends this one's session.
    const renewed = `${PASSWORD}-new`;
    await call(portal, 'PUT', '/api/user/change-password', {
      token,
      body: { old_password: PASSWORD, new_password: renewed, confirm_password: renewed },
    });
    // The live connection may have heard of it before the click.
    const add = page.getByRole('button', { name: '添加', exact: true });
    await add.click({ timeout: 2000 }).catch(() => undefined);
    const dialog = page.getByRole('dialog', { name: '登录' });
    await dialog.getByText('登录已过期，请重新登录').waitFor();
    assert.equal(await dialog.getByLabel('账号', { exact: true }).inputValue(), '260101');
    assert.equal(await page.getByLabel('标题', { exact: true }).isVisible(), false);
    await dialog.getByLabel('密码', { exact: true }).fill(renewed);
    await dialog.getByRole('button', { name: '登录', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(await page.getByLabel('标题', { exact: true }).inputValue(), '运动会');
    assert.equal(await page.getByLabel('备注').inputValue(), '带上号码布');
    await page.getByRole('button', { name: '添加', exact: true }).click();
    await page.getByRole('listitem').getByText('运动会').waitFor();
    const { countdowns } = await call(portal, 'GET', '/api/countdown', {
      token: await loginToken(portal, renewed),
    });
    assert.equal(countdowns.length, 1);
  });

  test('gives way to the disabled screen at the next call', async () => {
    await portal.command('user', 'set-status', '260101', 'disabled');
    const pin = page.getByRole('button', { name: /置顶「运动会」/ });
    await until(page, page.getByRole('heading', { name: '账号已被禁用' }), () => pin.click({ timeout: 1000 }));
    await page.getByText('解封时间：未设期限').waitFor();
  });

  test('comes back by itself when the account is active again', async () => {
    await portal.command('user', 'set-status', '260101', 'active');
    await page.getByRole('navigation', { name: '应用' }).waitFor();
  });

  test('takes a reset code over the desktop, and keeps what was typed', async () => {
    const { token: head } = await register(portal, '周明远', '周老师');
    await page.goto(`${portal.url}/#/app/countdown`);
    await page.getByRole('button', { name: '新建', exact: true }).click();
    await page.getByLabel('标题', { exact: true }).fill('半句');
    const { code } = await call(portal, 'POST', '/api/admin/users/260101/reset-password', { token: head });
    await page
      .getByRole('dialog', { name: '登录' })
      .getByRole('button', { name: /^忘记密码/ })
      .waitFor();
    await page.evaluate(() => (location.hash = '#/reset'));
    const reset = page.getByRole('dialog', { name: '重设密码' });
    assert.equal(await reset.getByLabel('姓名或学号', { exact: true }).inputValue(), '260101');
    await resetBy(code, reset);
    await page.getByText('密码已重设').waitFor();
    await signInWith(page, '260101', 'Autumn-2029-z');
    await page.getByRole('dialog', { name: '登录' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByText('密码已重设').count(), 0);
    assert.equal(await page.getByLabel('标题', { exact: true }).inputValue(), '半句');
  });

  test('made no fault on the way', () => {
    assert.deepEqual(faultsOf(watch, ['status of 401', 'status of 403']), []);
  });
});

test.describe.serial('a session in two tabs', () => {
  test('ends in all tabs at once, with nothing behind the sign-in', async () => {
    const portal = await startPortal();
    await setUp(portal);
    await register(portal, '林知夏', '夏天');
    const context = await device(browser);
    await signIn(context, portal, '夏天');
    const { page } = await watchedPage(context, portal.url);
    const { page: second } = await watchedPage(context, portal.url);
    await second.goto(`${portal.url}/#/app/chat`);
    await second.getByText('公共聊天室').first().waitFor();
    await page.goto(`${portal.url}/#/app/settings/about`);
    await page.getByRole('button', { name: '退出登录', exact: true }).click();
    await second.getByText('你在另一个标签页退出了').waitFor();
    await page.getByText('已退出登录，这台设备上没有留下你的内容').waitFor();
    for (const tab of [page, second]) {
      assert.equal(await tab.getByText('公共聊天室').count(), 0);
      assert.equal(await tab.locator('.desktop').count(), 0);
      const kept = await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('svc:')));
      assert.deepEqual(kept, []);
    }
    // Signed in again in one, signed in in both.
    await signInWith(page, '260101', PASSWORD);
    await second.getByRole('navigation', { name: '应用' }).waitFor();
    await context.close();
    await portal.stop();
  });
});
