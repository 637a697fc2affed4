// Moderation: what a pupil reports, what moderators decide on it, an appeal, and a member who is silenced.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { openChat, say } from './lib/chat.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { call, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const GROUP = 'moderation';
const ROOM = 'class_01';
const PUPIL = '林知夏';
const AUTHOR = '陈默';
const OFFICER = '许安然';
const TEACHER = '周明远';
const PEOPLE = { [PUPIL]: '夏天', [AUTHOR]: '默默', [OFFICER]: '安然', [TEACHER]: '班长' };
const TITLE = '食堂的汤里有虫子';
const MESSAGE = '你就是个笨蛋';

let portal, browser, tokens, post, staff, own;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
  await setUp(portal);
  tokens = {};
  for (const [real, net] of Object.entries(PEOPLE)) tokens[real] = (await register(portal, real, net)).token;
  const office = { user_id: '260103', title: '纪律委员', permissions: ['manage_posts'] };
  await as(TEACHER, 'POST', '/api/admin/officers', office);
  post = await as(AUTHOR, 'POST', '/api/community', { type: 'forum', title: TITLE, content: '还有头发' });
  await say(portal, tokens[OFFICER], ROOM, '作业写完了吗？');
  await say(portal, tokens[AUTHOR], ROOM, MESSAGE);
  browser = await launch();
});
test.afterAll(cleanUp);

const { open, openApp, as } = consoleOf(() => ({ portal, browser, tokens }));
/** A button of the dialog that lies on top. */
const press = (page, name) => page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
/** A tab; behind its name stands how much waits there. */
const tab = (page, name) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
/** A case in the list of the console. */
const row = ({ page }, text) => page.locator('.window[data-app=admin]').getByRole('button').filter({ hasText: text });

/** Reports the newest message of the author by a plain call; answers what it says. */
async function reported(text) {
  await say(portal, tokens[AUTHOR], ROOM, text);
  const { messages } = await call(portal, 'GET', `/api/chat/messages?room=${ROOM}&limit=100`, { token: tokens[PUPIL] });
  const { id } = messages.find(({ content }) => content === text);
  await as(PUPIL, 'POST', '/api/moderation/reports', { kind: 'message', id: String(id), reason: '伤害他人' });
}

test.describe('a report', () => {
  test('of a post and of a message is sent from their menus', async () => {
    const community = await openApp(PUPIL, `community/${post.id}`);
    await community.page.getByRole('button', { name: '帖子的更多操作' }).click();
    await community.page.getByRole('button', { name: '举报', exact: true }).click();
    const dialog = community.page.getByRole('dialog', { name: '举报帖子' });
    await dialog.getByText('广告刷屏').click();
    await dialog.getByLabel(/^补充说明/).fill('吓人');
    await lookAt(community.page, GROUP, 'report');
    await press(community.page, '举报');
    await community.shows('已举报，管理员会处理');
    assert.deepEqual(faultsOf(community.watch), []);
    await community.context.close();

    const chat = await openChat(browser, portal, PUPIL, { room: ROOM });
    await chat.choose(MESSAGE, '举报');
    await press(chat.page, '举报');
    await chat.page.getByText('已举报，管理员会处理').waitFor();
    await chat.context.close();
  });

  test('is removed or kept in the console, with words for both sides', async () => {
    staff = await open(TEACHER, 'moderation');
    await row(staff, TITLE).waitFor();
    await row(staff, MESSAGE).waitFor();
    await lookAt(staff.page, GROUP, 'queue');
    await row(staff, TITLE).click();
    const dialog = staff.page.getByRole('dialog', { name: '处理帖子' });
    await dialog.getByText('广告刷屏：吓人').waitFor();
    await dialog.getByText('夏天（林知夏） ·').waitFor();
    await lookAt(staff.page, GROUP, 'case');
    await dialog.getByRole('button', { name: '不适合发在这里' }).click();
    await press(staff.page, '删除');
    await row(staff, TITLE).waitFor({ state: 'detached' });

    await row(staff, MESSAGE).click();
    await staff.page.getByRole('dialog', { name: '处理消息' }).getByText('作业写完了吗？').waitFor();
    await staff.button('已经和他谈过').click();
    await press(staff.page, '保留');
    await staff.shows('没有待处理的举报');
    await tab(staff.page, '已删除');
    await row(staff, TITLE).waitFor();
    await tab(staff.page, '保留');
    await row(staff, MESSAGE).waitFor();
  });

  test('tells its reporter what came of it', async () => {
    const pupil = await openApp(PUPIL, 'settings/moderation');
    await pupil.shows('已处理：内容已删除');
    await pupil.shows('已查看：内容保留');
    await pupil.shows('管理员说：已经和他谈过');
    await pupil.shows('你的内容没有被管理员删除过');
    await lookAt(pupil.page, GROUP, 'reported');
    assert.deepEqual(faultsOf(pupil.watch), []);
    await pupil.context.close();
  });
});

test.describe('an appeal', () => {
  test('is made by the author, once, with a reason', async () => {
    own = await openApp(AUTHOR, 'settings/moderation');
    await own.shows('删除原因：不适合发在这里');
    await own.page.getByRole('button', { name: /^申诉：/ }).click();
    await press(own.page, '提交申诉');
    await own.shows('请写明理由');
    await own.page.getByLabel('为什么应该保留或发布').fill('照片在食堂阿姨那里');
    await lookAt(own.page, GROUP, 'appeal');
    await press(own.page, '提交申诉');
    await own.shows('申诉处理中');
    assert.equal(await own.page.getByRole('button', { name: /^申诉：/ }).count(), 0);
  });

  test('that is granted brings the content back', async () => {
    await tab(staff.page, '申诉');
    await row(staff, '照片在食堂阿姨那里').click();
    await staff.button('删错了，抱歉').click();
    await lookAt(staff.page, GROUP, 'appealed');
    await press(staff.page, '恢复');
    await staff.shows('没有待处理的申诉');
    await own.shows('申诉通过');
    await own.shows('管理员答复：删错了，抱歉');
    await own.context.close();
    const reader = await openApp(PUPIL, `community/${post.id}`);
    await reader.page.getByRole('heading', { name: TITLE }).last().waitFor();
    await reader.context.close();
  });
});

test.describe('two moderators', () => {
  test('decide once: the slower one is told, and sees what the other has done', async () => {
    await tab(staff.page, '待处理');
    const officer = await open(OFFICER, 'moderation');
    await reported('走开');
    await row(staff, '走开').click();
    await staff.page.getByRole('dialog', { name: '处理消息' }).getByText('举报理由（1）').waitFor();
    await row(officer, '走开').click();
    await officer.page.getByRole('dialog', { name: '处理消息' }).getByText('一名成员 ·').waitFor();
    await press(officer.page, '保留');
    await officer.shows('已保留，举报人会知道结果');
    await staff.button('广告刷屏').click();
    await press(staff.page, '删除');
    await staff.shows('已有人先处理了');
    await staff.page.getByText(/^安然（许安然） 于 .* 决定保留$/).waitFor();
    await press(staff.page, '关闭');
    await officer.context.close();
    assert.deepEqual(faultsOf(staff.watch, ['409']), []);
  });
});

test.describe('a silence', () => {
  test('is set by an officer, stands at the composer, and is lifted', async () => {
    const author = await openChat(browser, portal, AUTHOR, { room: ROOM });
    const officer = await open(OFFICER, 'moderation/silences', 'tablet');
    await officer.shows('没有人被禁言');
    await officer.button('禁言成员').click();
    await officer.page.getByLabel('姓名、网名或学号').fill('陈');
    await officer.page.getByRole('button').filter({ hasText: '260102' }).click();
    await press(officer.page, '禁言');
    await officer.shows('请写明原因');
    await officer.page.getByText('自选', { exact: true }).click();
    await officer.page.getByLabel('分钟', { exact: true }).fill('45');
    await officer.page.getByLabel('原因').fill('反复骂人');
    await lookAt(officer.page, GROUP, 'silence');
    await press(officer.page, '禁言');
    await officer.shows('还有 45 分钟');
    await author.page.getByText('你已被禁言至').first().waitFor();
    await author.page.getByText('原因：反复骂人').first().waitFor();
    await lookAt(author.page, GROUP, 'silenced');
    await assert.rejects(say(portal, tokens[AUTHOR], ROOM, '还能说吗'), /禁言/);
    await lookAt(officer.page, GROUP, 'silences');
    await officer.button('解除陈默的禁言').click();
    await press(officer.page, '解除');
    await officer.shows('没有人被禁言');
    await author.page.getByText('你已被禁言至').first().waitFor({ state: 'detached' });
    await author.send('谢谢');
  });
});
