// From a reported message to what comes of it: one who reports, one who moderates, both at their screens.
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
    ['许安然', '安然'],
  ];
  tokens = [];
  for (const [real, net] of people) tokens.push((await register(portal, real, net)).token);
  browser = await launch();
  xia = await openChat(browser, portal, '夏天', { room: ROOM });
  ming = await openChat(browser, portal, '班长', { room: ROOM });
});
test.afterAll(cleanUp);

const look = (page, name) => lookAt(page, 'chat', `reports-${name}`);
const dialog = () => ming.page.getByRole('dialog', { name: '处理举报' });
async function report(text) {
  await xia.choose(text, '举报');
  await xia.button('举报').click();
  await xia.page.getByText('已举报，管理员会处理').waitFor();
}

test.describe('a report', () => {
  test('is offered to nobody but those who moderate, who see that none waits', async () => {
    await xia.button('我的举报').click();
    await xia.page.getByText('你没有举报过消息').waitFor();
    assert.equal(await xia.page.getByText('待处理').count(), 0);
    await look(xia.page, 'none-own');
    await ming.button('举报').click();
    await ming.page.getByText('没有举报', { exact: true }).waitFor();
    await look(ming.page, 'none');
    await ming.open(ROOM);
    await xia.open(ROOM);
  });

  test('reaches the moderator at once, with a badge and the words among their neighbours', async () => {
    for (let i = 1; i <= 4; i += 1)
      await say(portal, tokens[i % 2 ? 0 : 3], ROOM, `前面的第 ${i} 句话，长一些也读得完`);
    await say(portal, tokens[1], ROOM, '你就是个笨蛋');
    await say(portal, tokens[3], ROOM, '别这样说');
    await xia.sees('别这样说');
    await Promise.all([ming.page.getByText('有新的举报').waitFor(), report('你就是个笨蛋')]);
    await ming.button('1 条举报待处理').click();
    await ming.page.getByText('默默（陈默） · 01班').waitFor();
    await look(ming.page, 'list');
    await ming.button(/默默（陈默） · 01班/, false).click();
    await dialog().getByText('前面的第 4 句话').waitFor();
    await dialog().getByText('别这样说').waitFor();
    assert.match(await dialog().innerText(), /举报理由（1）\s*夏天 · .*\s*伤害他人/);
    await look(ming.page, 'case');
  });

  test('that is not followed leaves the message, tells its reporter, and can be opened again', async () => {
    await dialog()
      .getByLabel(/给举报人的话/)
      .fill('只是玩笑，已经和他谈过');
    // Pointed at, the notice stays.
    const told = xia.page.getByText('你的举报有结果了').hover();
    await Promise.all([told, dialog().getByRole('button', { name: '不处理' }).click()]);
    await ming.page.getByText('没有举报', { exact: true }).waitFor();
    // So does the one with which the moderator can take it back.
    await ming.button('撤销').hover();
    await xia.page.getByRole('button', { name: '查看' }).last().click();
    await xia.page.getByText('已查看：消息保留').waitFor();
    await xia.page.getByText('管理员说：只是玩笑，已经和他谈过').waitFor();
    await look(xia.page, 'own');
    await ming.button('撤销').click();
    await ming.button('1 条举报待处理').waitFor();
    await xia.page.getByText('等待处理').waitFor();
  });

  test('can take the message from everyone, and says so before', async () => {
    await ming.button(/默默（陈默） · 01班/, false).click();
    await dialog().getByRole('button', { name: '撤回消息' }).click();
    await dialog().getByText('默默（陈默） 的这条消息会从所有人的聊天里消失').waitFor();
    await look(ming.page, 'recall');
    await dialog().getByRole('button', { name: '确定撤回' }).click();
    await ming.page.getByText('没有举报', { exact: true }).waitFor();
    await xia.page.getByText('已处理：消息已撤回').waitFor();
    await xia.page.getByText('内容已撤回').waitFor();
    await xia.open(ROOM);
    await xia.sees('消息已撤回');
    await ming.page.getByText('已撤回', { exact: true }).click();
    await ming.button(/默默（陈默） · 01班/, false).click();
    await dialog().getByText('你就是个笨蛋').waitFor();
    await dialog()
      .getByText(/^班长 于 .* 撤回了消息$/)
      .waitFor();
    await ming.page.keyboard.press('Escape');
  });

  test('of a pair shows the moderator no more than what stands around it, and leaves a line in the log', async () => {
    const pair = 'private:260101:260102';
    for (const text of ['早上好', '不许告诉别人']) await say(portal, tokens[1], pair, text);
    await xia.open(pair.replaceAll(':', '-'));
    await report('不许告诉别人');
    await ming.page.getByText('待处理', { exact: true }).click();
    await ming.button(/默默（陈默） · 私聊/, false).click();
    await dialog().getByText('早上好').waitFor();
    await ming.page.keyboard.press('Escape');
    const { logs } = await call(portal, 'GET', '/api/admin/logs?limit=20', { token: tokens[2] });
    assert.ok(logs.some(({ action }) => action === 'read_chat_report'));
  });
});

test.describe('a report on other screens', () => {
  test('is found from the console, and on a phone', async () => {
    await ming.page.goto(`${portal.url}/#/app/admin`);
    await ming.page.getByRole('link', { name: '消息举报' }).click();
    await ming.button(/默默（陈默） · 私聊/, false).waitFor();
    const phone = await openChat(browser, portal, '班长', { size: 'phone' });
    await phone.button('1 条举报待处理').click();
    await phone.button(/默默（陈默） · 私聊/, false).click();
    await phone.page.getByRole('dialog').getByText('早上好').waitFor();
    await look(phone.page, 'phone-case');
    await phone.page.keyboard.press('Escape');
    await look(phone.page, 'phone-list');
    await phone.button('返回聊天列表').click();
    await phone.button(/01班/, false).waitFor();
    await phone.context.close();
    const tablet = await openChat(browser, portal, '班长', { size: 'tablet' });
    await tablet.page.emulateMedia({ colorScheme: 'dark' });
    await tablet.button('1 条举报待处理').click();
    await tablet.button(/默默（陈默） · 私聊/, false).click();
    await tablet.page.getByRole('dialog').getByText('早上好').waitFor();
    await look(tablet.page, 'tablet-dark');
    await tablet.context.close();
  });

  test('made no fault on the way', () => {
    const expected = ['ERR_', 'status of 401', 'status of 403'];
    assert.deepEqual([...faultsOf(xia.watch, expected), ...faultsOf(ming.watch, expected)], []);
  });
});
