// The console's acts on one member that depend on clocks, devices and levels; and a text that changes
// while somebody reads it.
import assert from 'node:assert/strict';
import { axeFindings } from './lib/axe.mjs';
import { faultsOf, launch, waitForAnimations } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { call } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, OFFICER, school } from './lib/school.mjs';
import { cleanUp, test } from './lib/test.mjs';

/** Without summer time, whose hours are there twice or never. */
const ZONE = 'America/Phoenix';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MEMBER = '许安然';

/** As the wire has it, in the portal's zone. */
const wall = (ms) => new Date(ms).toLocaleString('sv-SE', { timeZone: ZONE });

let portal, browser, tokens;
const { open, openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal({ TIMEZONE: ZONE });
  tokens = await school(portal);
  browser = await launch();
});
test.afterAll(cleanUp);

test.describe('one member in the console', () => {
  test('ends a ban on the clock of the class, on a device in another zone that is a day off', async () => {
    const { page, context, shows } = await open(ADMIN, 'members');
    await page.addInitScript((ms) => {
      const Real = Date;
      window.Date = class extends Real {
        constructor(...given) {
          super(...(given.length > 0 ? given : [Real.now() + ms]));
        }

        static now() {
          return Real.now() + ms;
        }
      };
    }, DAY_MS);
    await page.reload();
    const found = async () => (await as(ADMIN, 'GET', '/api/admin/users?search=260104')).users[0];
    await page.getByRole('button', { name: '查看沈听澜', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: '沈听澜' });
    await sheet.getByRole('button', { name: '禁用账号' }).click();
    await sheet.getByLabel('多久').selectOption({ label: '1 小时' });
    const from = Date.now();
    const shown = [wall(from + HOUR_MS), wall(from + HOUR_MS - 60_000), wall(from + HOUR_MS + 60_000)].map((text) =>
      text.slice(0, 16),
    );
    await sheet.getByText(new RegExp(`到 (${shown.join('|')}) 自动恢复`)).waitFor();
    await sheet.getByRole('button', { name: '禁用', exact: true }).click();
    await shows('已禁用沈听澜');
    const { ban_expires_at: end } = await found();
    assert.ok(
      end >= wall(from + HOUR_MS - 2000) && end <= wall(Date.now() + HOUR_MS),
      `${end} is an hour from ${wall(from)}`,
    );

    await sheet.getByRole('button', { name: '解除禁用' }).click();
    await sheet.getByRole('button', { name: '禁用账号' }).click();
    await sheet.getByLabel('多久').selectOption({ label: '自选' });
    await sheet.getByText(`按班级的时间（${ZONE}）`).waitFor();
    await sheet.getByLabel('截止时间').fill(
      wall(Date.now() - 10 * 60_000)
        .slice(0, 16)
        .replace(' ', 'T'),
    );
    await sheet.getByRole('button', { name: '禁用', exact: true }).click();
    await sheet.getByText('截止时间须晚于现在').waitFor();
    const soon = wall(Date.now() + 10 * 60_000).slice(0, 16);
    await sheet.getByLabel('截止时间').fill(soon.replace(' ', 'T'));
    await sheet.getByRole('button', { name: '禁用', exact: true }).click();
    await sheet.getByText(`禁用到 ${soon}:00`).waitFor();
    assert.equal((await found()).ban_expires_at, `${soon}:00`);
    await context.close();
  });
});

test.describe('the sheet of one member', () => {
  test('ends one session of a member and leaves the others, and says so in the log', async () => {
    const second = await call(portal, 'POST', '/api/auth/login', {
      body: { account: '孙悦', password: 'Summer-2027-x' },
    });
    const { page, watch, context, shows } = await open(ADMIN, 'members');
    await page.getByRole('button', { name: '查看孙悦', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: '孙悦' });
    await sheet.getByRole('button', { name: '登录设备' }).click();
    await sheet.getByText('查看登录设备会记入操作日志').waitFor();
    assert.equal(await sheet.getByRole('button', { name: '下线', exact: true }).count(), 2);
    await sheet.getByRole('button', { name: '下线', exact: true }).first().click();
    const asked = page.getByRole('dialog', { name: '结束这个登录？' });
    await asked.getByText('其他设备不受影响').waitFor();
    await asked.getByRole('button', { name: '下线' }).click();
    await shows(/已下线/);
    await page.waitForFunction(() => document.querySelectorAll('.session').length === 1);
    const states = [];
    for (const token of [tokens['孙悦'], second.token]) {
      states.push(
        await call(portal, 'GET', '/api/auth/check-status', { token }).then(
          () => 'holds',
          () => 'ended',
        ),
      );
    }
    assert.deepEqual(states.sort(), ['ended', 'holds']);
    const { logs } = await as(ADMIN, 'GET', '/api/admin/logs');
    assert.deepEqual(
      logs.slice(0, 2).map(({ action }) => action),
      ['end_session', 'view_sessions'],
    );
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('shows how far a member has come, and to class admins why', async () => {
    await as('李雷', 'POST', '/api/level/daily-login');
    for (const [who, why] of [
      [ADMIN, 1],
      [OFFICER, 0],
    ]) {
      const { page, watch, context } = await open(who, 'members', 'phone');
      await page.getByRole('button', { name: /李雷/ }).first().click();
      const sheet = page.getByRole('dialog', { name: '李雷' });
      await sheet.getByText('Lv0，20 经验').waitFor();
      const button = sheet.getByRole('button', { name: '经验记录' });
      assert.equal(await button.count(), why);
      if (why) {
        await button.click();
        await sheet.getByText('+20').waitFor();
        await waitForAnimations(page);
        assert.deepEqual((await axeFindings(page)).faults, []);
      }
      assert.deepEqual(faultsOf(watch), []);
      await context.close();
    }
  });
});

test.describe('a dialog of the console', () => {
  test('takes a confirmation for the text that was on the screen alone', async () => {
    const made = await as(ADMIN, 'POST', '/api/admin/announcements', {
      type: 'notice',
      title: '集合',
      content: '八点',
      requires_ack: true,
    });
    const { page, context, shows } = await openApp(MEMBER, `announcements/${made.id}`);
    await shows('八点');
    // It changes while this page does not hear of it.
    await context.routeWebSocket(/\/ws/, (socket) => socket.close());
    await page.reload();
    await shows('八点');
    await page.route('**/api/announcements?*', (route) => route.abort());
    await page.route('**/api/chat/poll**', (route) => route.abort());
    await as(ADMIN, 'PUT', `/api/admin/announcements/${made.id}`, { content: '七点', ask_again: true });
    await page.getByRole('button', { name: '我已知悉' }).click();
    await shows('内容刚刚改过');
    await shows('七点');
    const state = () => as(ADMIN, 'GET', `/api/admin/announcements/${made.id}/acknowledgements`);
    assert.equal((await state()).ack_count, 0);
    await page.getByRole('button', { name: '我已知悉' }).click();
    await shows(/你在 .* 确认了/);
    assert.equal((await state()).ack_count, 1);
    await context.close();
  });
});
