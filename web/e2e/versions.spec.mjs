// An admin forces an update: every open desktop reloads once, and nobody loses what they write.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { addCountdown } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MEMBER = '许安然';
const TITLE = '周五开班会';
const WORDS = '还没写完的一句';

test.describe.serial('a forced update', () => {
  let portal, browser, tokens;
  const { open, openApp } = consoleOf(() => ({ portal, browser, tokens }));
  const told = async () => (await fetch(`${portal.url}/api/system/heartbeat`)).json().then(({ data }) => data);
  const mark = (page) => page.evaluate(() => (window.stillHere = true));
  const isMarked = (page) => page.evaluate(() => window.stillHere === true);
  /** Ends when a page that was marked has been loaded anew. */
  const reloaded = (page) => page.waitForFunction(() => window.stillHere !== true, null, { timeout: 90_000 });

  test.beforeAll(async () => {
    portal = await startPortal();
    tokens = await school(portal);
    await addCountdown(portal, tokens[MEMBER], '高考', 199);
    browser = await launch();
  });
  test.afterAll(cleanUp);

  test('is settled in the console, which says first what it does; what cannot be is refused', async () => {
    const { page, watch, context, button, shows } = await open(ADMIN, 'settings');
    await page.getByLabel('最低客户端版本').fill('最新');
    await button('保存版本设置').click();
    await shows('字段“minClientVersion”的格式不正确');
    await page.getByLabel('最低客户端版本').fill('1.4.0');
    await page.getByLabel('更新地址').fill('https://example.org/app');
    await button('保存版本设置').click();
    await shows('已保存，客户端下次心跳时得知');
    assert.deepEqual((({ minClientVersion, action }) => [minClientVersion, action])(await told()), ['1.4.0', 'none']);
    await button('强制更新').click();
    const ask = page.getByRole('dialog', { name: '让所有打开的桌面刷新？' });
    await ask.getByText('所有打开的桌面会在 69 秒内各自动刷新一次').waitFor();
    await ask.getByRole('button', { name: '取消' }).click();
    assert.equal((await told()).forceUpdate, false);
    assert.deepEqual(faultsOf(watch, ['400']), []);
    await context.close();
  });

  test('reloads every open desktop once, with what is half written on it', async () => {
    const chat = await openApp(MEMBER, 'chat/public');
    const field = chat.page.getByLabel(/^给.*写消息$/);
    await field.fill(WORDS);
    const staff = await open(CLASS_ADMIN, 'announcements');
    await staff.page.getByRole('button', { name: '写公告' }).click();
    await staff.page.getByLabel('标题').fill(TITLE);
    const writer = await openApp(MEMBER, 'countdown');
    await writer.page.getByRole('button', { name: '新建', exact: true }).click();
    await writer.page.getByLabel('标题').fill('正在写');
    const admin = await open(ADMIN, 'settings');
    const pages = [chat.page, staff.page, writer.page, admin.page];
    for (const page of pages) await mark(page);

    await admin.button('强制更新').click();
    const ask = admin.page.getByRole('dialog', { name: '让所有打开的桌面刷新？' });
    await ask.getByRole('button', { name: '强制更新' }).click();
    await ask.waitFor({ state: 'detached' });
    assert.equal((await told()).action, 'force_reload');

    await Promise.all([chat.page, staff.page, admin.page].map(reloaded));
    await field.waitFor();
    assert.equal(await field.inputValue(), WORDS);
    await staff.page.getByLabel('标题').waitFor();
    assert.equal(await staff.page.getByLabel('标题').inputValue(), TITLE);
    await admin.page.getByText('正在强制更新').waitFor();

    // A form that nothing keeps is waited for, and says so.
    await writer.page.getByText('管理员要求更新').waitFor({ timeout: 90_000 });
    assert.equal(await isMarked(writer.page), true);
    await writer.page.getByLabel('标题').fill('');
    await reloaded(writer.page);

    // Once: the order stands, and is told with every heartbeat.
    await writer.page.getByRole('button', { name: '新建', exact: true }).waitFor();
    for (const page of pages) await mark(page);
    await Promise.all(pages.map((page) => page.waitForResponse('**/api/system/heartbeat', { timeout: 90_000 })));
    await Promise.all(pages.map((page) => page.waitForResponse('**/api/system/heartbeat', { timeout: 90_000 })));
    assert.deepEqual(await Promise.all(pages.map(isMarked)), [true, true, true, true]);

    await admin.button('结束强制更新').click();
    const end = admin.page.getByRole('dialog', { name: '结束强制更新？' });
    await end.getByRole('button', { name: '结束强制更新' }).click();
    await admin.page.getByText('未强制更新').waitFor();
    assert.equal((await told()).action, 'none');
    for (const one of [chat, staff, writer, admin]) {
      assert.deepEqual(faultsOf(one.watch, ['ERR_', 'closed before']), []);
      await one.context.close();
    }
  });
});
