// A report from the chat: who reports sees what comes of it in the settings, who moderates hears of it, and links of
// the time when reports stood in the chat lead there.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { openChat, say } from './lib/chat.mjs';
import { lookAt } from './lib/look.mjs';
import { call, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const ROOM = 'class_01';

test.describe.configure({ mode: 'serial' });

let portal, browser, xia, ming, tokens;

test.beforeAll(async () => {
  portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
  await setUp(portal);
  const people = [
    ['林知夏', '夏天'],
    ['陈默', '默默'],
    ['周明远', '班长'],
  ];
  tokens = [];
  for (const [real, net] of people) tokens.push((await register(portal, real, net)).token);
  browser = await launch();
  xia = await openChat(browser, portal, '夏天', { room: ROOM });
  ming = await openChat(browser, portal, '班长', { room: ROOM });
});
test.afterAll(cleanUp);

/** What a moderator decides of the only report that waits. */
async function decide(action) {
  const { cases } = await call(portal, 'GET', '/api/moderation/cases?status=open', { token: tokens[2] });
  const body = { action, reason: '请好好说话', note: '' };
  await call(portal, 'POST', `/api/moderation/cases/${cases[0].id}/decision`, { token: tokens[2], body });
  return cases[0].id;
}

test.describe('a report', () => {
  let id;

  test('is made from the menu of a message and reaches the moderator at once', async () => {
    await say(portal, tokens[1], ROOM, '你就是个笨蛋');
    await say(portal, tokens[0], ROOM, '别这样说');
    await xia.sees('别这样说');
    await xia.choose('你就是个笨蛋', '举报');
    await xia.page.getByRole('dialog', { name: '举报消息' }).getByText('你就是个笨蛋').waitFor();
    await lookAt(xia.page, 'chat', 'report');
    await xia.button('举报').click();
    await xia.page.getByText('已举报，管理员会处理').waitFor();
    const { reports } = await call(portal, 'GET', '/api/moderation/own', { token: tokens[0] });
    assert.equal(reports[0].reason, '不确定，请看看');
  });

  test('can take the message from everyone, and the message can come back', async () => {
    id = await decide('remove');
    await xia.sees('消息已被管理员移除');
    await ming.sees('消息已被管理员移除');
    const body = { action: 'restore', reason: '', note: '' };
    await call(portal, 'POST', `/api/moderation/cases/${id}/decision`, { token: tokens[2], body });
    await xia.sees('你就是个笨蛋');
    await ming.sees('你就是个笨蛋');
  });

  test('is found at the addresses that it had in the chat', async () => {
    await xia.page.goto(`${portal.url}/#/app/chat/reports/own`);
    await xia.page.waitForFunction(() => location.hash === '#/app/settings/moderation');
    await ming.page.goto(`${portal.url}/#/app/chat/reports`);
    await ming.page.waitForFunction(() => location.hash === '#/app/admin/moderation');
  });

  test('made no fault on the way', () => {
    const expected = ['ERR_', 'status of 401', 'status of 403'];
    assert.deepEqual([...faultsOf(xia.watch, expected), ...faultsOf(ming.watch, expected)], []);
  });
});
