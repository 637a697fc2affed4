// What of the community reaches beyond it: a post in the chat, the widgets, a draft on the device; and what keeps a post
// from being published: an exam, a word rule, the first post of a member.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { openChat, say } from './lib/chat.mjs';
import { bring, openCommunity, PNGS } from './lib/community.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const GROUP = 'community';
const ROOM = 'class_01';
const PUPIL = '林知夏';
const INSIDE = '许安然';
const OUTSIDE = '陈默';
const TEACHER = '周明远';
const NETS = { [PUPIL]: '夏天', [INSIDE]: '安然', [OUTSIDE]: '默默', [TEACHER]: '周老师' };

let portal, browser, tokens;

test.beforeAll(async () => {
  portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
  await setUp(portal);
  tokens = {};
  for (const [real, net] of Object.entries(NETS)) tokens[real] = (await register(portal, real, net)).token;
  browser = await launch();
});
test.afterAll(cleanUp);

const { open, as } = consoleOf(() => ({ portal, browser, tokens }));
const write = (who, body) => as(who, 'POST', '/api/community', { type: 'forum', ...body });
const community = (who, path = '') => openCommunity(browser, portal, who, { path });
const press = (page, name) => page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
const inMinutes = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Ends what the tests of a group have opened, once none of it has a fault. */
async function close(devices, expected = []) {
  for (const { watch } of devices) assert.deepEqual(faultsOf(watch, expected), []);
  for (const { context } of devices) await context.close();
}

test.describe('a post in the chat', () => {
  test('says to each member what they may read of it, and follows its changes', async () => {
    const { group_id: group } = await as(PUPIL, 'POST', '/api/chat/groups', {
      group_name: '篮球社',
      member_ids: ['260103'],
    });
    const { id } = await write(PUPIL, { title: '给默默的惊喜', content: '周五别告诉他', visible_groups: [group] });
    const author = await community(PUPIL, String(id));
    await author.post.getByRole('button', { name: /^转发到聊天/ }).click();
    const dialog = author.page.getByRole('dialog', { name: '转发到聊天' });
    await dialog.getByText('看不到它的人仍然看不到内容').waitFor();
    await dialog.getByText('01班', { exact: true }).click();
    await dialog.getByRole('button', { name: '转发', exact: true }).click();
    await author.page.getByText('已转发到“01班”').waitFor();

    const inside = await openChat(browser, portal, INSIDE, { room: ROOM });
    const outside = await openChat(browser, portal, OUTSIDE, { size: 'phone', room: ROOM });
    await inside.message('给默默的惊喜').getByText('夏天 · 讨论').waitFor();
    await outside.sees('看不到，或已删除');
    assert.equal(await outside.page.getByText('惊喜').count(), 0);
    await lookAt(inside.page, GROUP, 'shared');
    await lookAt(outside.page, GROUP, 'shared-outside');

    // Nobody puts words into a classmate's mouth: the post says what it says.
    const forged = JSON.stringify({ post_id: id, title: '我抄了作业', content: '真的', author_name: '夏天' });
    await say(portal, tokens[OUTSIDE], ROOM, forged, { msg_type: 'community_forward' });
    await inside.log.getByText('周五别告诉他').nth(1).waitFor();
    assert.equal(await inside.page.getByText('我抄了作业').count(), 0);

    const { revision } = await as(PUPIL, 'GET', `/api/community/${id}`);
    await as(PUPIL, 'PATCH', `/api/community/${id}`, { title: '说好了的惊喜', revision });
    await inside.sees('说好了的惊喜');
    await inside.message('说好了的惊喜').getByRole('link', { name: '打开帖子' }).click();
    await inside.page.locator('.pane').getByRole('heading', { name: '说好了的惊喜' }).waitFor();
    await inside.open(ROOM);
    await as(PUPIL, 'DELETE', `/api/community/${id}`);
    await inside.log.getByText('看不到，或已删除').nth(1).waitFor();
    assert.equal(await inside.log.getByText('惊喜').count(), 0);
    await close([author, inside, outside], ['404']);
  });
});

test.describe('an exam', () => {
  test('closes the form and the field of comments, and keeps what was written', async () => {
    const { id } = await write(INSIDE, { title: '考前放松一下' });
    const pupil = await community(PUPIL, 'new');
    await pupil.page.getByLabel('标题').fill('写到一半');
    const reader = await community(OUTSIDE, String(id));
    await reader.field.fill('说到一半');
    const teacher = await community(TEACHER, String(id));
    await teacher.field.waitFor();
    await as(TEACHER, 'PUT', '/api/admin/exam-mode', { class: '01', until: inMinutes(45) });

    const closed = /^考试中，\d\d:\d\d 前只能看，不能发帖、评论、点赞和投票$/;
    await pupil.page.locator('.pane').getByText(closed).waitFor();
    assert.equal(await pupil.button('发布').getAttribute('aria-disabled'), 'true');
    assert.equal(await pupil.page.getByLabel('标题').inputValue(), '写到一半');
    await lookAt(pupil.page, GROUP, 'exam');
    await reader.post.getByText(closed).waitFor();
    assert.equal(await reader.field.count(), 0);
    // Its button says why it does nothing, and does not look pressed.
    await reader.post.getByRole('button', { name: /^点赞/ }).click({ force: true });
    await reader.page.getByText(closed).nth(2).waitFor();
    await reader.post.getByRole('button', { name: '点赞，已有 0 个', pressed: false }).waitFor();
    assert.equal(await teacher.field.count(), 1, 'nothing is closed to a class admin');

    await as(TEACHER, 'PUT', '/api/admin/exam-mode', { class: '01', until: null });
    await reader.field.waitFor();
    assert.equal(await reader.field.inputValue(), '说到一半');
    await pupil.page.locator('.pane').getByText(closed).waitFor({ state: 'detached' });
    await pupil.button('发布').click();
    await pupil.post.getByRole('heading', { name: '写到一半' }).waitFor();
    await close([pupil, reader, teacher]);
  });
});

test.describe('a post that waits', () => {
  /** Posts with the form what a moderator has to look at, and publishes it in the console. */
  async function waitsAndIsPublished(who, title, why, picture) {
    const author = await community(who, 'new');
    await author.page.getByLabel('标题').fill(title);
    await author.button('发布').click();
    await author.page.getByText('已提交，管理员通过后会发布').waitFor();
    await author.page.getByRole('button', { name: '查看', exact: true }).click();
    await author.page.getByText('等待审核').first().waitFor();
    await author.page.getByText(title).first().waitFor();
    const reader = await community(OUTSIDE);
    await reader.page.getByText('这里还没有帖子').or(reader.page.locator('article[data-id]')).first().waitFor();
    assert.equal(await reader.card(title).count(), 0);

    const staff = await open(TEACHER, 'moderation');
    await staff.page.locator('.window[data-app=admin]').getByRole('button').filter({ hasText: title }).click();
    await staff.page.getByRole('dialog', { name: '处理帖子' }).getByText(why).waitFor();
    await lookAt(staff.page, GROUP, picture);
    await press(staff.page, '发布');
    await reader.button('1 条新帖').click();
    await reader.card(title).getByText(NETS[who], { exact: true }).waitFor();
    await author.page.getByRole('heading', { name: '等待审核' }).waitFor({ state: 'detached' });
    await close([author, reader, staff], ['409']);
  }

  test('because of its words is published by a moderator', async () => {
    const rule = { term: '考试答案', matching: 'substring', effect: 'hold', exceptions: [] };
    await as(TEACHER, 'POST', '/api/moderation/rules', rule);
    await waitsAndIsPublished(PUPIL, '谁有考试答案？', /先审后发的字词规则/, 'held');
  });

  test('because it is the first of its author is published by a moderator', async () => {
    await register(portal, '沈听澜', '听澜');
    await as(TEACHER, 'PUT', '/api/moderation/first-posts', { approve: true });
    NETS['沈听澜'] = '听澜';
    await waitsAndIsPublished('沈听澜', '大家好，我是新来的', /这是作者的第一个帖子/, 'first-post');
    await as(TEACHER, 'PUT', '/api/moderation/first-posts', { approve: false });
  });
});

test.describe('a draft', () => {
  test('outlives a page that was closed without leaving it, with its pictures and options', async () => {
    const { id } = await write(INSIDE, { title: '周末去哪里？' });
    const first = await community(PUPIL, 'new');
    await first.chooseKind('投票');
    await first.page.getByLabel('问题').fill('春游去哪里？');
    await first.page.getByLabel('说明', { exact: true }).fill('周五前投');
    await first.page.getByLabel('选项 1').fill('植物园');
    await first.page.getByLabel('选项 2').fill('科技馆');
    await bring(first.page, PNGS.slice(0, 1), '.pane form');
    await first.page.getByRole('img', { name: '图1.png' }).waitFor();
    await first.page.getByText(/^已上传/).waitFor({ state: 'detached' });
    await first.page.locator('form[data-kept=true]').waitFor();
    await first.page.close();

    const second = await openCommunity(browser, portal, PUPIL, { path: 'new', context: first.context });
    await second.page.getByText('草稿已恢复').waitFor();
    assert.equal(await second.page.getByLabel('问题').inputValue(), '春游去哪里？');
    assert.equal(await second.page.getByLabel('说明', { exact: true }).inputValue(), '周五前投');
    assert.equal(await second.page.getByLabel('选项 2').inputValue(), '科技馆');
    await second.page.getByRole('img', { name: '图1.png' }).waitFor();
    await second.button('发布').click();
    await second.post.getByRole('heading', { name: '春游去哪里？' }).waitFor();
    assert.equal(await second.post.getByRole('button', { name: /查看第 \d 张图片/ }).count(), 1);

    await second.go(String(id));
    await second.post.getByRole('heading', { name: '周末去哪里？' }).waitFor();
    await second.field.fill('说到一半');
    await second.page.locator('.pane textarea[data-kept=true]').waitFor();
    await second.page.close();
    const third = await openCommunity(browser, portal, PUPIL, { path: String(id), context: first.context });
    await third.field.waitFor();
    assert.equal(await third.field.inputValue(), '说到一半');
    await close([third]);
  });
});

test.describe('the widgets', () => {
  test('show a new post as a line, what is talked about, and a vote until it is given', async () => {
    const hot = await write(INSIDE, { title: '运动会谁去加油？' });
    await as(TEACHER, 'PUT', `/api/community/${hot.id}/like`);
    const size = { w: 3, h: 3 };
    const types = ['community-latest', 'community-hot', 'community-polls'];
    const widgets = types.map((type) => ({ id: type, type, config: {}, size }));
    const { revision } = await as(OUTSIDE, 'GET', '/api/user/settings');
    const desktop_layout = { pages: [{ id: 'own', widgets }] };
    await as(OUTSIDE, 'PUT', '/api/user/settings', { desktop_layout, revision });
    const context = await device(browser);
    await signIn(context, portal, OUTSIDE);
    const { page, watch } = await watchedPage(context, portal.url);
    await page.goto(`${portal.url}/#/`);
    const widget = (name) => page.getByRole('article', { name: new RegExp(`^${name}`) });
    await widget('热门帖子').getByText('运动会谁去加油？').waitFor();
    await widget('热门帖子').getByText('1 赞').waitFor();
    await page.getByText('已连接').waitFor();

    await write(INSIDE, { title: '谁捡到一支笔？' });
    await widget('最新帖子').getByText('谁捡到一支笔？').waitFor();
    const questions = [{ kind: 'choice', text: '', options: ['红色', '蓝色'] }];
    await write(INSIDE, { type: 'poll', title: '班服选什么颜色？', poll: { questions } });
    const line = widget('待投票').getByRole('link', { name: /班服选什么颜色？/ });
    await line.waitFor();
    await lookAt(page, GROUP, 'widgets');
    await line.click();
    const post = page.locator('.pane');
    await post.getByText('蓝色').click();
    await post.getByRole('button', { name: '投票', exact: true }).click();
    await post.getByText('你已投票').waitFor();
    await page.getByRole('dialog', { name: '社区' }).getByRole('button', { name: '关闭', exact: true }).click();
    await line.waitFor({ state: 'detached' });
    await close([{ context, watch }]);
  });
});
