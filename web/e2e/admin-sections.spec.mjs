// The console section by section: on a phone, a tablet and a PC, in light and dark; and its switches.
import assert from 'node:assert/strict';
import { axeFindings } from './lib/axe.mjs';
import { faultsOf, launch, waitForAnimations } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { call, dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const TOUCH_PX = 44;
const MEMBER = '许安然';

test.describe('the sections of the console', () => {
  let portal, browser, tokens;
  const { open, as } = consoleOf(() => ({ portal, browser, tokens }));

  test.beforeAll(async () => {
    portal = await startPortal({ CLAIM_CODES: '1' });
    tokens = await school(portal);
    const homework = { type: 'homework', title: '第 3 章练习', content: '第 4 题到第 9 题', due_date: dateIn(3) };
    await as(ADMIN, 'POST', '/api/admin/announcements', homework);
    const { id } = await as(ADMIN, 'POST', '/api/admin/broadcasts', { content: '操场集合，带上水杯' });
    await as(ADMIN, 'POST', `/api/admin/broadcasts/${id}/end`);
    browser = await launch();
  });
  test.afterAll(cleanUp);

  test('turns an app off and on, and a part of the server', async () => {
    const { page, watch, context, button, shows, go } = await open(ADMIN, 'apps');
    const toggle = page.getByRole('switch', { name: '倒计时' });
    await toggle.waitFor();
    await page.getByText('倒计时', { exact: true }).last().click();
    const ask = page.getByRole('dialog', { name: '关闭「倒计时」？' });
    await ask.getByText('里面的内容不会丢失').waitFor();
    await ask.getByRole('button', { name: '关闭', exact: true }).last().click();
    await shows('「倒计时」已关闭');
    assert.ok(!(await as(MEMBER, 'GET', '/api/system/app-control')).enabled_apps.includes('countdown'));
    await as(ADMIN, 'PUT', '/api/system/app-control', { app_name: 'countdown', enabled: true });
    await go('server');
    const part = page.getByRole('listitem').filter({ hasText: '运行数据采样' });
    await part.getByRole('button', { name: '停止' }).click();
    await page.getByRole('dialog', { name: '停止「运行数据采样」？' }).getByRole('button', { name: '停止' }).click();
    await part.getByText('已停止').waitFor();
    await part.getByRole('button', { name: '启动' }).click();
    await part.getByText('运行中').waitFor();
    await button('清除缓存').click();
    await page.getByRole('dialog', { name: '清除外部文件的缓存？' }).getByRole('button', { name: '清除缓存' }).click();
    await shows(/已清除 \d+ 个缓存文件/);
    // The widget may ask for its countdowns just while the app is off.
    assert.deepEqual(faultsOf(watch, ['status of 404.*/api/countdown']), []);
    await context.close();
  });

  test('ends the sessions of a member', async () => {
    const { page, context, button, shows } = await open(ADMIN, 'members');
    await button('查看孙悦').click();
    const sheet = page.getByRole('dialog', { name: '孙悦' });
    await sheet.getByRole('button', { name: '登录设备' }).click();
    await sheet.getByRole('button', { name: '全部下线' }).click();
    await page.getByRole('dialog', { name: '结束所有登录？' }).getByRole('button', { name: '全部下线' }).click();
    await shows(/已结束 \d+ 个登录/);
    await assert.rejects(call(portal, 'GET', '/api/auth/check-status', { token: tokens['孙悦'] }), /401/);
    await context.close();
  });

  for (const size of ['phone', 'tablet', 'desktop']) {
    test(`is sound on a ${size}`, async () => {
      const { page, watch, context, go, console: console_ } = await open(ADMIN, '', size);
      for (const [section, text] of SECTIONS) {
        await go(section);
        await console_.getByText(text).first().waitFor();
        await waitForAnimations(page);
        const faults = await page.evaluate(layoutFaults, TOUCH_PX);
        for (const scheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.locator(`html[data-theme=${scheme}]`).waitFor();
          await waitForAnimations(page);
          faults.push(...(await axeFindings(page, { again: scheme === 'dark' })).faults);
        }
        expect.soft(faults, section).toEqual([]);
      }
      assert.deepEqual(faultsOf(watch), []);
      await context.close();
    });
  }

  test('goes back on a phone, section by section', async () => {
    const { page, context, console: console_ } = await open(ADMIN, '', 'phone');
    await console_.getByRole('link', { name: /^成员/ }).click();
    await console_.getByRole('button', { name: /沈听澜/ }).waitFor();
    await page.goBack();
    await console_.getByRole('link', { name: /^班干部/ }).waitFor();
    await context.close();
  });
});

/** Each with a text that shows once its data is there. */
const SECTIONS = [
  ['members', '沈听澜'],
  ['officers', '学习委员'],
  ['announcements', '第 3 章练习'],
  ['broadcasts', '操场集合'],
  ['apps', '现在：未锁定'],
  ['ai', '还没有模型'],
  ['roster', '郑爽朗'],
  ['settings', '林知夏'],
  ['logs', '系统'],
  ['health', '已运行'],
  ['server', '运行中'],
];
