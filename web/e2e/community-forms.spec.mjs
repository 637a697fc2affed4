// What is put together in the forms of the community, and what a moderator takes out of it.
import assert from 'node:assert/strict';
import { faultsOf } from './lib/browser.mjs';
import { startCommunity } from './lib/community.mjs';
import { until } from './lib/desktop.mjs';
import { lookAt } from './lib/look.mjs';
import { cleanUp, test } from './lib/test.mjs';

const GROUP = 'community';

let open, as, write, xia, mo;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  ({ open, as, write, xia, mo } = await startCommunity());
});
test.afterAll(cleanUp);

/** Waits until a notification of somebody holds these words. */
async function isTold(account, words) {
  const all = async () => JSON.stringify(await as(account, 'GET', '/api/notifications'));
  assert.ok((await until(all, (text) => text.includes(words))).includes(words), `${account}: ${words}`);
}

test.describe('a form of questions', () => {
  test('puts a survey of all kinds of questions together, which a classmate answers', async () => {
    await xia.go('new');
    await xia.chooseKind('问卷');
    await xia.page.getByLabel('问卷标题').fill('运动会怎么过');
    const question = (n) => xia.page.getByRole('region', { name: `第 ${n} 题` });
    await question(1).getByLabel('题目').fill('报哪些项目？');
    await question(1).getByLabel('怎么回答').selectOption({ label: '多选' });
    await question(1).getByLabel('选项 1').fill('跳远');
    await question(1).getByLabel('选项 2').fill('接力');
    await question(1).getByLabel('选项 2').press('Enter');
    await question(1).getByLabel('选项 3', { exact: true }).fill('拔河');
    await question(1).getByRole('group', { name: '最多选几项' }).getByText('2', { exact: true }).waitFor();
    await xia.button('添加题目').click();
    await question(2).getByLabel('题目').fill('期待吗？');
    await question(2).getByLabel('怎么回答').selectOption({ label: '打分' });
    await question(2).getByLabel('最高分表示').fill('很期待');
    await xia.button('添加题目').click();
    await question(3).getByLabel('怎么回答').selectOption({ label: '文字' });
    await xia.button('发布').click();
    await question(3).getByText('请填写题目').waitFor();
    await question(3).getByLabel('题目').fill('还缺什么？');
    await question(3).getByText('必答').click();
    await xia.button('第 3 题上移').click();
    assert.equal(await question(2).getByLabel('题目').inputValue(), '还缺什么？');
    await lookAt(xia.page, GROUP, 'survey-form');
    await xia.button('发布').click();
    await xia.post.getByRole('heading', { name: '运动会怎么过' }).waitFor();

    await mo.go('');
    await mo.button('1 条新帖').click();
    await mo.card('运动会怎么过').getByText('3 个问题').waitFor();
    await mo.card('运动会怎么过').getByRole('link', { name: '运动会怎么过' }).click();
    await mo.post.getByText('最多选 2 项').waitFor();
    await mo.post.getByText('跳远').click();
    await mo.post.getByText('接力').click();
    await mo.post.getByText('很期待').waitFor();
    await mo.post.getByText('5', { exact: true }).click();
    await mo.button('提交').click();
    await mo.post.getByText('你已填写').waitFor();
    assert.deepEqual([...faultsOf(xia.watch), ...faultsOf(mo.watch)], []);
  });

  test('asks for several choices, and keeps the results until the vote is over', async () => {
    await xia.go('new');
    await xia.chooseKind('投票');
    await xia.page.getByLabel('问题').fill('周五看什么电影？');
    await xia.page.getByLabel('选项 1').fill('动画片');
    await xia.page.getByLabel('选项 2').fill('纪录片');
    await xia.page.getByText('可以选多项').click();
    await xia.page.getByText('截止后', { exact: true }).click();
    await xia.button('发布').click();
    await xia.post.getByRole('heading', { name: '周五看什么电影？' }).waitFor();

    await mo.go('');
    const card = mo.card('周五看什么电影？');
    await mo.button('1 条新帖').click();
    await card.getByText('可多选').waitFor();
    await card.getByText('动画片').click();
    await card.getByText('纪录片').click();
    await card.getByRole('button', { name: '投票', exact: true }).click();
    await card.getByText('结果在截止后公布').waitFor();
    // With fewer than three votes nobody is told the results of a secret vote.
    const [id] = xia.page.url().match(/\d+$/);
    for (const name of ['安然', '周老师'])
      await as(name, 'PUT', `/api/community/${id}/vote`, { answers: [{ question: 0, choices: [0] }] });
    assert.equal(await card.getByText('100%').count(), 0);
    await xia.button('立即结束').click();
    await xia.page.getByRole('dialog', { name: '现在就结束吗？' }).getByRole('button', { name: '立即结束' }).click();
    await card.getByText('已结束').waitFor();
    await card.getByText('100%').first().waitFor();
    assert.deepEqual([...faultsOf(xia.watch), ...faultsOf(mo.watch)], []);
  });
});

test.describe('the form of a post', () => {
  test('is for the groups that are chosen, and hides from others', async () => {
    const others = { 篮球社: ['260103'], 合唱队: ['260102'] };
    for (const [group_name, member_ids] of Object.entries(others))
      await as('夏天', 'POST', '/api/chat/groups', { group_name, member_ids });
    const an = await open('安然');
    await xia.go('');
    await xia.go('new');
    await xia.page.getByLabel('标题').fill('训练时间');
    await xia.page.getByText('指定班级或群').click();
    await xia.button('发布').click();
    await xia.page.getByText('请至少选一个班级或群').first().waitFor();
    const choose = (side, name) => xia.page.getByRole('group', { name: side }).getByRole('button', { name }).click();
    await choose('指定班级或群', '篮球社');
    await xia.button('不给谁看…').click();
    await choose('不给谁看', '合唱队');
    await xia.page.getByText('仅 篮球社 可见，但 合唱队 看不到').waitFor();
    await lookAt(xia.page, GROUP, 'audience');
    await xia.button('发布').click();
    await xia.post.getByText('部分可见').waitFor();
    await an.button('1 条新帖').click();
    await an.card('训练时间').waitFor();
    await mo.page.reload();
    await mo.card('周五看什么电影？').waitFor();
    assert.equal(await mo.card('训练时间').count(), 0);
    assert.deepEqual([...faultsOf(xia.watch), ...faultsOf(an.watch)], []);
    await an.context.close();
  });

  test('completes names after an @, and who is named is told', async () => {
    await xia.go('new');
    await xia.page.getByLabel('标题').fill('值日换一下');
    await xia.page.getByLabel('内容', { exact: true }).pressSequentially('@默');
    await xia.page.getByRole('listbox', { name: '提到谁' }).getByRole('option', { name: '默默' }).click();
    await xia.page.getByLabel('内容', { exact: true }).pressSequentially('可以吗');
    await xia.button('发布').click();
    await xia.post.getByText('@默默').first().waitFor();
    await isTold('默默', '值日换一下');
    await mo.page.reload();
    await mo.card('值日换一下').getByRole('link', { name: '值日换一下' }).click();
    await mo.field.pressSequentially('问问@安');
    await mo.page.getByRole('option', { name: '安然' }).click();
    await mo.field.press('Enter');
    await mo.comment('问问').waitFor();
    await isTold('安然', '问问');
  });
});

test.describe('a moderator', () => {
  test('removes a comment and a post with a reason, which their authors are told', async () => {
    const { id } = await write('默默', { title: '随便聊聊', content: '大家好' });
    await mo.go(String(id));
    await mo.say('你真笨');
    await xia.go(String(id));
    await xia.say('早上好');
    await mo.comment('早上好').getByRole('button', { name: /^点赞/ }).click();
    await xia.comment('早上好').getByRole('button', { name: '点赞，已有 1 个' }).waitFor();
    await xia.commentMenu('你真笨', '举报');
    const report = xia.page.getByRole('dialog', { name: '举报评论' });
    await report.getByRole('button', { name: '举报' }).click();
    await xia.page.getByText('已举报，管理员会处理').waitFor();

    const teacher = await open('周老师', 'desktop', String(id));
    await teacher.commentMenu('你真笨', '删除');
    const dialog = teacher.page.getByRole('dialog', { name: '删除这条评论？' });
    await dialog.getByRole('button', { name: '删除' }).click();
    await dialog.getByText('请写明原因').waitFor();
    await dialog.getByLabel('给作者的原因').fill('请好好说话');
    await lookAt(teacher.page, GROUP, 'remove');
    await dialog.getByRole('button', { name: '删除' }).click();
    await mo.comment('你真笨').waitFor({ state: 'detached' });
    await isTold('默默', '请好好说话');
    await teacher.menu('删除');
    const ofPost = teacher.page.getByRole('dialog', { name: '删除这条帖子？' });
    await ofPost.getByLabel('给作者的原因').fill('跑题了');
    await ofPost.getByRole('button', { name: '删除' }).click();
    await mo.page.getByText('这条帖子不在了').waitFor();
    await isTold('默默', '跑题了');
    assert.deepEqual(faultsOf(teacher.watch, ['404']), []);
    await teacher.context.close();
  });
});
