// The console's settings: rules, the admin claim code, and who is a system admin. And what officers'
// rights reach.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, test } from './lib/test.mjs';

const NEXT = '许安然';
const UNKNOWN = '阿卜杜拉·买买提艾力·吐尔逊';

let portal, browser, tokens;
const { open, as } = consoleOf(() => ({ portal, browser, tokens }));
const stored = () => as(ADMIN, 'GET', '/api/admin/settings');

test.beforeAll(async () => {
  portal = await startPortal({ TIMEZONE: '' });
  tokens = await school(portal);
  browser = await launch();
});
test.afterAll(cleanUp);

test.describe('the settings of the console', () => {
  test('are only there for system admins', async () => {
    const { context, console: console_ } = await open(CLASS_ADMIN, '');
    await console_.getByRole('link', { name: '运行状况' }).waitFor();
    assert.equal(await console_.getByRole('link', { name: '设置', exact: true }).count(), 0);
    await context.close();
  });

  test('change the rules one by one', async () => {
    const { page, watch, context, button, shows } = await open(ADMIN, 'settings');
    await page.getByLabel('时区').selectOption('Asia/Urumqi');
    await page.getByRole('switch', { name: '网名不得与他人真名相同' }).check({ force: true });
    // Another admin is faster with another one.
    await as(ADMIN, 'PATCH', '/api/admin/settings', { settings: { deny_common_passwords: true } });
    await button('保存').click();
    await shows('设置已保存');
    const { settings } = await stored();
    assert.deepEqual(
      [settings.timezone_in_force, settings.names_unique_across, settings.deny_common_passwords],
      ['Asia/Urumqi', true, true],
    );
    await page.getByRole('switch', { name: '拒绝常见密码', checked: true }).waitFor({ state: 'attached' });
    assert.equal(await button('保存').getAttribute('aria-disabled'), 'true');
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('take the claim code away and set another', async () => {
    const { page, context, button, shows } = await open(ADMIN, 'settings', 'phone');
    await button('取消认领码').click();
    const ask = page.getByRole('dialog', { name: '取消认领码？' });
    await ask.getByText('任何人都能抢先注册').waitFor();
    await ask.getByRole('button', { name: '取消认领码' }).click();
    await shows('未设置');
    assert.equal((await stored()).settings.admin_claim_code_set, false);
    await page.getByLabel('新的认领码').fill('river-mountain-24');
    await button('设置认领码').click();
    await shows('已设置');
    assert.equal(await page.getByLabel('新的认领码').inputValue(), '');
    assert.ok(!JSON.stringify(await stored()).includes('river'));
    await context.close();
  });

  test('make a system admin and take it back, each with its effect', async () => {
    const { page, watch, context, button, shows } = await open(ADMIN, 'settings');
    await button('添加系统管理员').click();
    const sheet = page.getByRole('dialog', { name: '添加系统管理员' });
    await sheet.getByLabel('姓名或学号').fill(UNKNOWN.slice(0, 4));
    await sheet.getByRole('button', { name: UNKNOWN }).getByText('未注册').waitFor();
    await sheet.getByLabel('姓名或学号').fill(NEXT);
    await sheet.getByRole('button', { name: NEXT }).click();
    await page.getByRole('dialog', { name: NEXT }).getByText('会立刻成为系统管理员').waitFor();
    await button('设为系统管理员').click();
    await shows(`${NEXT}现在是系统管理员`);
    assert.equal((await as(NEXT, 'GET', '/api/admin/settings')).admin_user_ids.length, 2);

    await button(`移除系统管理员${NEXT}`).click();
    const ask = page.getByRole('dialog', { name: '移除系统管理员？' });
    await ask.getByText('会立刻失去对所有班级的管理权限').waitFor();
    await ask.getByRole('button', { name: '移除', exact: true }).click();
    await shows(`${NEXT}不再是系统管理员`);
    await assert.rejects(as(NEXT, 'GET', '/api/admin/settings'), /403/);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('show the refusal when one would remove oneself', async () => {
    const { page, context, button } = await open(ADMIN, 'settings', 'tablet');
    await button(`移除系统管理员${ADMIN}`).click();
    const ask = page.getByRole('dialog', { name: '移除系统管理员？' });
    await ask.getByRole('button', { name: '移除', exact: true }).click();
    await ask.getByRole('alert').getByText('不能移除自己的管理员权限').waitFor();
    assert.equal((await stored()).admin_user_ids.length, 1);
    await context.close();
  });
});

test.describe('the settings of the console, beside those of the server,', () => {
  test('are told apart from what the server decides', async () => {
    await portal.stop();
    portal = await startPortal({
      ADMIN_CLAIM_CODE: 'mountain-river-42',
      ADMIN_USER_IDS: '260112',
      TIMEZONE: 'Asia/Shanghai',
    });
    tokens = await school(portal);
    const { page, context, button, shows } = await open(ADMIN, 'settings');
    await shows('时区由服务器的 TIMEZONE 指定：Asia/Shanghai');
    await shows('认领码由服务器的 ADMIN_CLAIM_CODE 指定');
    await page.getByRole('listitem').filter({ hasText: '260112' }).getByText('服务器指定').waitFor();
    assert.equal(await button(`移除系统管理员${UNKNOWN}`).count(), 0);
    await context.close();
  });

  test('and an office: managing apps reaches all classes, and says so', async () => {
    const { page, context, button, shows } = await open(CLASS_ADMIN, 'officers');
    await button('任命班干部').click();
    await page.getByRole('button', { name: '韩梅梅' }).click();
    await page.getByRole('switch', { name: '管理公告' }).check({ force: true });
    await shows('只对本班有效');
    await page.getByRole('switch', { name: '管理应用与锁屏' }).check({ force: true });
    await shows(/“管理应用与锁屏”对所有班级有效/);
    await shows('其余权限只对本班有效');
    await context.close();
  });
});
