// Groups with their comings and goings, what may disturb, and what goes out: files, pictures, words
// that could not be sent.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { faultsOf, launch } from './lib/browser.mjs';
import { openChat, say, textsOf } from './lib/chat.mjs';
import { until } from './lib/desktop.mjs';
import { call, register, setUp, ZONE } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const ROOM = 'class_01';
const PAIR = 'private:260101:260102';

test.describe.configure({ mode: 'serial' });

let portal, browser, xia, mo, tokens, group;

test.beforeAll(async () => {
  portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
  await setUp(portal);
  const people = [
    ['林知夏', '夏天'],
    ['陈默', '默默'],
    ['许安然', '安然'],
  ];
  tokens = [];
  for (const [real, net] of people) tokens.push((await register(portal, real, net)).token);
  const body = { group_name: '物理小组', member_ids: ['260102', '260103'] };
  ({ group_id: group } = await call(portal, 'POST', '/api/chat/groups', { token: tokens[0], body }));
  browser = await launch();
  xia = await openChat(browser, portal, '夏天', { room: group });
  mo = await openChat(browser, portal, '默默', { room: group });
});
test.afterAll(cleanUp);

// The window is a dialog too, and the questions that are asked above the room's.
const dialogs = (who) => who.page.getByRole('dialog').filter({ hasNot: who.page.getByRole('log') });
const info = async (who) => {
  await who.button('聊天信息').click();
  await dialogs(who).first().waitFor();
};
const shut = async (who) => {
  await who.page.keyboard.press('Escape');
  await dialogs(who).waitFor({ state: 'detached' });
};
const inside = (who, name) => dialogs(who).last().getByRole('button', { name, exact: true });
const row = (who, name) => who.page.getByRole('region', { name: '聊天列表' }).getByRole('button', { name });

test.describe('in the chat', () => {
  test('an owner hands a group over, and then may leave it', async () => {
    await info(xia);
    assert.equal(await inside(xia, '退出群聊').count(), 0, 'not before');
    await inside(xia, '把群转让给 默默').click();
    await xia.page.getByText('你变成普通成员').waitFor();
    await inside(xia, '转让').click();
    await inside(xia, '退出群聊').waitFor();
    await info(mo);
    await inside(mo, '移出 安然').waitFor();
    await shut(mo);
    await inside(xia, '退出群聊').click();
    await xia.page.getByText('要有成员邀请才能回来').waitFor();
    await inside(xia, '退出').click();
    await row(xia, /物理小组/).waitFor({ state: 'detached' });
    const { members } = await call(portal, 'GET', `/api/chat/groups/${group}`, { token: tokens[1] });
    assert.deepEqual(members, ['260102', '260103']);
  });

  test('whoever is taken out of a group is told, and stands before a closed door', async () => {
    const ran = await openChat(browser, portal, '安然', { room: group });
    await info(mo);
    await inside(mo, '移出 安然').click();
    await mo.page.getByText('安然 会立刻离开').waitFor();
    await inside(mo, '移出').click();
    await ran.page.getByText('你已被移出「物理小组」').waitFor();
    await row(ran, /物理小组/).waitFor({ state: 'detached' });
    await ran.field.waitFor({ state: 'detached' });
    await inside(mo, '移出 安然').waitFor({ state: 'detached' });
    await shut(mo);
    await ran.context.close();
  });

  test('whoever was away when they were taken out is told when they come back, and once', async () => {
    const act = (verb, body) => call(portal, 'POST', `/api/chat/groups/${group}/${verb}`, { token: tokens[1], body });
    await act('invite', { user_ids: ['260103'] });
    await act('kick', { target_user_id: '260103' });
    const removed = async () => (await call(portal, 'GET', '/api/chat/rooms', { token: tokens[2] })).removed;
    assert.equal((await removed()).length, 1);
    const ran = await openChat(browser, portal, '安然');
    await ran.page.getByText('你已被移出「物理小组」').waitFor();
    assert.deepEqual(await until(removed, (list) => list.length === 0), []);
    await ran.context.close();
  });

  test('one takes along what was said, as a file that reads by itself', async () => {
    await xia.open(ROOM);
    for (let i = 1; i <= 120; i += 1) await say(portal, tokens[i % 2], ROOM, `第 ${i} 句`);
    await xia.send('最后\n两行');
    await info(xia);
    const [download] = await Promise.all([xia.page.waitForEvent('download'), inside(xia, '导出聊天记录').click()]);
    assert.equal(download.suggestedFilename(), '01班.txt');
    const lines = (await readFile(await download.path(), 'utf8')).split('\n');
    assert.equal(lines[0], '\ufeff01班');
    assert.match(lines[2], /^\d{4}-\d\d-\d\d \d\d:\d\d {2}默默: 第 1 句$/);
    assert.deepEqual(lines.slice(-3), [lines.at(-3), '    两行', '']);
    assert.equal(lines.filter((line) => line.includes('第 ')).length, 120);
    await shut(xia);
  });
});

test.describe('in a room of the chat', () => {
  test('what goes out says where it stands: queued, sending, refused, and sent after another try', async () => {
    await xia.open(PAIR.replaceAll(':', '-'));
    const texts = () => textsOf(portal, tokens[1], PAIR);
    let release;
    const held = new Promise((done) => (release = done));
    await xia.page.route('**/api/chat/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await held;
      return route.fallback();
    });
    await xia.field.fill('慢慢来');
    await xia.field.press('Enter');
    await xia.page.getByText('正在发送…').waitFor();
    await xia.field.fill('排在后面');
    await xia.field.press('Enter');
    await xia.page.getByText('排队中，马上发送').waitFor();
    release();
    await xia.page.getByText('排队中').waitFor({ state: 'detached' });
    await xia.page.unroute('**/api/chat/messages');

    await xia.page.route('**/api/chat/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { success: false, message: '你不是该聊天室的成员', data: null } })
        : route.fallback(),
    );
    await xia.field.fill('被拒绝');
    await xia.field.press('Enter');
    await xia.page.getByText('没有发出：你不是该聊天室的成员').waitFor();
    await xia.page.reload();
    await xia.page.getByText('没有发出：你不是该聊天室的成员').waitFor();
    assert.ok(!(await texts()).includes('被拒绝'));
    await xia.page.unroute('**/api/chat/messages');
    await xia.button('重试').click();
    await xia.page.getByText('没有发出').waitFor({ state: 'detached' });
    await xia.sent('被拒绝');
    assert.equal((await texts()).filter((text) => text === '被拒绝').length, 1);
    assert.deepEqual((await texts()).slice(-3), ['慢慢来', '排在后面', '被拒绝']);
  });

  test('quiet hours keep the island silent, a muted room but for one’s name, and both end again', async () => {
    await mo.open('public');
    await say(portal, tokens[0], ROOM, '先响一声');
    // The notice before it may still be on its way out.
    await mo.page.getByRole('button', { name: '夏天 · 01班 先响一声' }).waitFor();
    await mo.open(ROOM);
    await info(mo);
    const quiet = mo.page.getByRole('switch', { name: '安静时段' });
    const told = () => mo.page.waitForResponse((answer) => answer.url().endsWith('/settings') && answer.ok());
    await Promise.all([told(), quiet.check({ force: true })]);
    const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit' }).format(new Date()));
    const at = (step) => `${String((hour + step + 24) % 24).padStart(2, '0')}:00`;
    const choose = async (label, hours) => {
      const field = mo.page.getByLabel(label, { exact: true });
      // What already stands there would be no change, and nothing would be sent.
      const shown = await field.inputValue();
      const chosen = hours.find((one) => one !== shown);
      await Promise.all([told(), field.selectOption(chosen)]);
      return chosen;
    };
    const around = [await choose('从', [at(-1), at(-2)]), await choose('到', [at(2), at(3)])];
    const { rooms } = await call(portal, 'GET', '/api/chat/rooms', { token: tokens[1] });
    const { quiet_from, quiet_to } = rooms.find(({ room_id }) => room_id === ROOM);
    assert.deepEqual([quiet_from, quiet_to], around);
    await shut(mo);
    await mo.open('public');
    await mo.page.getByText('夏天 · 01班').first().waitFor({ state: 'detached' });
    await say(portal, tokens[0], ROOM, '@默默 安静时也不响');
    await mo.page.getByText('[有人@我]').waitFor();
    assert.equal(await mo.page.getByText('夏天 · 01班').count(), 0);

    await mo.open(ROOM);
    await info(mo);
    await Promise.all([told(), quiet.uncheck({ force: true })]);
    const mute = mo.page.getByRole('switch', { name: '免打扰' });
    await Promise.all([told(), mute.check({ force: true })]);
    await shut(mo);
    await mo.open('public');
    await say(portal, tokens[0], ROOM, '静音时不响');
    await say(portal, tokens[0], ROOM, '@默默 叫名字才响');
    await mo.page.getByText('@我 @默默 叫名字才响').waitFor();
    assert.equal(await mo.page.getByText('静音时不响', { exact: true }).count(), 0);
  });
});

test.describe('in the chat, to find something again', () => {
  test('a message that is answered is jumped to, however far up it is', async () => {
    await say(portal, tokens[1], ROOM, '很早的一句');
    const { messages } = await call(portal, 'GET', `/api/chat/messages?room=${ROOM}&limit=1`, { token: tokens[0] });
    for (let i = 1; i <= 150; i += 1) await say(portal, tokens[i % 2], ROOM, `后来 ${i}`);
    await say(portal, tokens[1], ROOM, '回答很早的', { reply_to: messages.at(-1).id });
    await xia.open(ROOM);
    await xia.button(/回到最新|条新消息/, false).click();
    await xia.message('回答很早的').getByRole('button', { name: '默默：很早的一句' }).click();
    await xia.log.locator('article').filter({ hasText: '很早的一句', hasNotText: '回答很早的' }).waitFor();
    await xia.button(/回到最新|条新消息/, false).click();
    await xia.sees('回答很早的');
  });

  test('the search of the desktop finds rooms and what was said, and looks in the chat for words', async () => {
    await call(portal, 'POST', '/api/chat/groups', {
      token: tokens[1],
      body: { group_name: '校园广播站', member_ids: ['260101', '260103'] },
    });
    await xia.page.goto(`${portal.url}/#`);
    const ask = async (words) => {
      await xia.page.keyboard.press('Control+k');
      await xia.page.getByRole('combobox').fill(words);
    };
    await ask('广播站');
    await xia.page.getByRole('option', { name: /^校园广播站/ }).click();
    await xia.page.getByLabel('给校园广播站写消息').waitFor();
    await ask('很早的');
    await xia.page.getByRole('option', { name: /^很早的一句/ }).click();
    await xia.log.locator('article').filter({ hasText: '很早的一句', hasNotText: '回答很早的' }).waitFor();
    assert.match(xia.page.url(), /#\/app\/chat\/[^/]+$/, 'the link names the room alone once the message is there');
    await ask('很早的');
    await xia.page.getByRole('option', { name: '在聊天中搜索「很早的」' }).click();
    await xia
      .button(/很早的一句/, false)
      .first()
      .waitFor();
  });

  test('the search shows one kind alone, marks the words, and offers those of lately again until they are forgotten', async () => {
    const field = xia.page.getByRole('combobox');
    const option = (name) => xia.page.getByRole('option', { name });
    await xia.page.goto(`${portal.url}/#`);
    await xia.page.keyboard.press('Control+k');
    await option(/^广播站.*最近搜索/).click();
    assert.equal(await field.inputValue(), '广播站');
    await xia.page.locator('[role=option] mark', { hasText: '广播站' }).waitFor();
    await field.fill('很早的');
    await xia.page.getByRole('button', { name: /^消息/ }).click();
    await option(/^在聊天中搜索/).waitFor({ state: 'detached' });
    await option(/^很早的一句/).waitFor();
    await xia.page.getByRole('button', { name: '全部', exact: true }).click();
    await option(/^在聊天中搜索/).waitFor();
    await field.fill('');
    await option('清除最近搜索').click();
    await option(/最近搜索/).waitFor({ state: 'detached' });
    await xia.page.keyboard.press('Escape');
  });

  test('made no fault on the way', () => {
    const expected = ['ERR_', 'status of 40[13]'];
    assert.deepEqual([...faultsOf(xia.watch, expected), ...faultsOf(mo.watch, expected)], []);
  });
});
