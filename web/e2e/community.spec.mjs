// The community: writing, reading, talking below a post, voting and answering, on several devices at once.
import assert from 'node:assert/strict';
import { faultsOf } from './lib/browser.mjs';
import { bring, PNGS, startCommunity } from './lib/community.mjs';
import { lookAt } from './lib/look.mjs';
import { cleanUp, test } from './lib/test.mjs';

const GROUP = 'community';

let open, as, write, xia, mo;

test.beforeAll(async () => {
  ({ open, as, write, xia, mo } = await startCommunity());
});
test.afterAll(cleanUp);
test.describe.configure({ mode: 'serial' });

test.describe('writing', () => {
  test('is written with pictures and tags, seen at once by a classmate, liked and talked about', async () => {
    await mo.go('');
    await mo.page.getByText('这里还没有帖子').waitFor();
    await xia.button('发帖').first().click();
    await xia.page.getByLabel('标题').fill('校门口新开的面馆');
    await xia.chooseKind('美食');
    await xia.page.getByLabel('内容', { exact: true }).fill('牛肉面 **12 块**，汤很鲜。');
    await xia.page.getByLabel('内容', { exact: true }).focus();
    await bring(xia.page, PNGS);
    await xia.page.getByRole('img', { name: '图2.png' }).waitFor();
    await xia.page.getByLabel(/^标签/).fill('面馆 午饭');
    await xia.button('发布').click();
    await xia.post.getByRole('heading', { name: '校门口新开的面馆' }).waitFor();
    assert.equal(await xia.post.getByRole('button', { name: /查看第 \d 张图片/ }).count(), 2);

    await mo.button('1 条新帖').click();
    await mo.card('校门口新开的面馆').getByText('未看过').waitFor({ state: 'attached' });
    await mo.card('校门口新开的面馆').getByRole('button', { name: /^点赞/ }).click();
    await xia.post.getByRole('button', { name: '点赞，已有 1 个' }).waitFor();
    await mo
      .card('校门口新开的面馆')
      .getByRole('link', { name: /校门口/ })
      .click();
    await mo.post.locator('strong', { hasText: '12 块' }).waitFor();
    await mo.button('匿名评论').click();
    await mo.say('要排队吗？');
    await mo.page.getByText('你在此帖的身份：匿名同学 1').waitFor();
    await xia.comment('要排队吗？').getByText('匿名同学 1').waitFor();

    await xia.comment('要排队吗？').getByRole('button', { name: '回复' }).click();
    await xia.page.getByText('回复 匿名同学 1：要排队吗？').waitFor();
    await xia.say('中午要，晚上不用');
    await mo.comment('中午要，晚上不用').getByText('夏天').waitFor();
    await lookAt(mo.page, GROUP, 'post');
    await mo.card('校门口新开的面馆').getByRole('button', { name: '#面馆' }).click();
    await mo.button('不再只看标签 面馆').click();
    assert.deepEqual([...faultsOf(xia.watch), ...faultsOf(mo.watch)], []);
  });

  test('is edited, keeps what it said before, and comes back after it was deleted', async () => {
    const { id } = await write('夏天', { title: '求物理笔记', content: '第三章' });
    await xia.go(String(id));
    await xia.menu('编辑');
    await xia.page.getByLabel('标题').fill('求物理笔记（已找到）');
    await xia.button('保存').click();
    await xia.post.getByRole('heading', { name: '求物理笔记（已找到）' }).waitFor();
    await xia.menu('编辑记录');
    await xia.page.getByRole('dialog', { name: '编辑记录' }).getByText('求物理笔记', { exact: true }).waitFor();
    await xia.page.keyboard.press('Escape');
    await xia.menu('删除');
    await xia.card('求物理笔记').waitFor({ state: 'detached' });
    await xia.button('撤销').click();
    await xia.card('求物理笔记（已找到）').waitFor();
    assert.deepEqual(faultsOf(xia.watch, ['404']), []);
  });
});

test.describe('a post', () => {
  test('that is half written is there again after a reload, and can be given up', async () => {
    await xia.go('new');
    await xia.page.getByLabel('标题').fill('写到一半');
    await xia.page.getByText('草稿已保存在本机').waitFor();
    await xia.page.reload();
    await xia.page.getByText('草稿已恢复').waitFor();
    assert.equal(await xia.page.getByLabel('标题').inputValue(), '写到一半');
    await xia.button('丢弃').click();
    assert.equal(await xia.page.getByLabel('标题').inputValue(), '');
    await xia.button('发布').click();
    await xia.page.getByText('请写点什么，或添加图片').waitFor();
  });

  test('that is hidden from a group is nowhere for its members', async () => {
    const group = await as('夏天', 'POST', '/api/chat/groups', {
      group_name: '篮球社',
      member_ids: ['260102'],
    });
    const { id } = await write('夏天', {
      title: '给默默的惊喜',
      hidden_groups: [group.group_id],
    });
    await xia.go(String(id));
    await xia.post.getByText('部分可见').waitFor();
    await mo.page.reload();
    await mo.go(String(id));
    await mo.page.getByText('这条帖子不在了').waitFor();
    await mo.go('');
    await mo.card('校门口新开的面馆').waitFor();
    assert.equal(await mo.card('给默默的惊喜').count(), 0);
    await xia.menu('编辑');
    await xia.page.getByText('所有人可见，但 篮球社 看不到').waitFor();
  });
});

test.describe('a vote', () => {
  test('is put together, cast once, and counted on every device', async () => {
    await xia.go('new');
    await xia.chooseKind('投票');
    await xia.page.getByLabel('问题').fill('春游去哪里？');
    await xia.page.getByLabel('选项 1').fill('植物园');
    await xia.page.getByLabel('选项 2').fill('科技馆');
    await xia.button('1 天后').click();
    await xia.page.getByText('匿名投票').click();
    await xia.button('发布').click();
    await xia.post.getByRole('heading', { name: '春游去哪里？' }).waitFor();

    await mo.go('');
    await mo.button('1 条新帖').click();
    const card = mo.card('春游去哪里？');
    await card.getByText('科技馆').click();
    await card.getByRole('button', { name: '投票', exact: true }).click();
    await card.getByText('100%').waitFor();
    await card.getByText('你已投票').waitFor();
    const second = await open('默默', 'phone');
    await second.card('春游去哪里？').getByText('你已投票').waitFor();
    await second.card('春游去哪里？').getByRole('link', { name: '春游去哪里？' }).click();
    await second.post.getByText('默默', { exact: true }).waitFor();
    await second.context.close();

    await xia.post.getByText('1 人参与').waitFor();
    await xia.button('谁还没参与').click();
    const dialog = xia.page.getByRole('dialog', { name: '谁还没参与' });
    await dialog.getByText('许安然').waitFor();
    await dialog.getByRole('tab', { name: /已参与 1/ }).click();
    await dialog.getByText('陈默').waitFor();
    await lookAt(xia.page, GROUP, 'voters');
    await xia.page.keyboard.press('Escape');
    await xia.button('立即结束').click();
    await xia.page.getByRole('dialog', { name: '现在就结束吗？' }).getByRole('button', { name: '立即结束' }).click();
    await mo.card('春游去哪里？').getByText('已结束').waitFor();
    assert.deepEqual([...faultsOf(xia.watch, ['404']), ...faultsOf(mo.watch, ['404'])], []);
  });
});

test.describe('a survey', () => {
  test('is answered, and its author has the answers as a table', async () => {
    const questions = [
      { kind: 'choice', text: '在几楼吃饭？', options: ['一楼', '二楼'] },
      { kind: 'scale', text: '打几分？' },
      { kind: 'text', text: '还有什么想说的？', required: false },
    ];
    const { id } = await write('夏天', { type: 'survey', title: '食堂满意度', poll: { questions } });
    // With fewer than three votes nobody is told the results of a secret survey.
    const body = { answers: [{ choices: [1] }, { value: 3 }].map((answer, question) => ({ question, ...answer })) };
    for (const name of ['安然', '周老师']) await as(name, 'PUT', `/api/community/${id}/vote`, body);
    await mo.go(String(id));
    await mo.post.getByText('一楼').click();
    await mo.button('提交').click();
    await mo.post.getByText('请回答这个问题').waitFor();
    await mo.post.getByText('4', { exact: true }).click();
    await mo.post.getByLabel('还有什么想说的？').fill('多点蔬菜');
    await lookAt(mo.page, GROUP, 'survey');
    await mo.button('提交').click();
    await mo.post.getByText('你已填写').waitFor();
    await mo.post.getByText('文字回答只有发起人能看到').waitFor();

    await xia.go(String(id));
    await xia.button('先看结果').click();
    await xia.post.getByText('多点蔬菜').waitFor();
    const download = xia.page.waitForEvent('download');
    await xia.page.getByRole('link', { name: '下载表格' }).click();
    const stream = await (await download).createReadStream();
    let table = '';
    for await (const part of stream) table += part;
    assert.match(table, /多点蔬菜/);
    assert.ok(!table.includes('默默'), 'a secret survey names nobody');
  });
});

test.describe('the staff', () => {
  test('pins a post, and learns who wrote an anonymous one only with a reason', async () => {
    const { id } = await write('安然', { title: '匿名的话', anonymous: true });
    const teacher = await open('周老师', 'desktop', String(id));
    await teacher.menu('置顶');
    await teacher.post.getByText('置顶', { exact: true }).waitFor();
    await teacher.menu('查看作者');
    const dialog = teacher.page.getByRole('dialog', { name: '查看匿名作者' });
    await dialog.getByRole('button', { name: '查看作者' }).click();
    await dialog.getByText('请填写原因').waitFor();
    await dialog.getByLabel('为什么要看').fill('有同学投诉');
    await lookAt(teacher.page, GROUP, 'reveal');
    await dialog.getByRole('button', { name: '查看作者' }).click();
    await dialog.getByText('许安然').waitFor();
    await teacher.context.close();
  });
});

test.describe('a phone', () => {
  test('goes from the feed to a post and a profile and back, step by step', async () => {
    await as('夏天', 'PUT', '/api/community/profile', { fields: { birthday: 'class' }, show_level: true });
    const phone = await open('安然', 'phone');
    await lookAt(phone.page, GROUP, 'phone-feed');
    await phone
      .card('校门口新开的面馆')
      .getByRole('link', { name: /校门口/ })
      .click();
    await phone.post.getByRole('heading', { name: '校门口新开的面馆' }).waitFor();
    await phone.comment('中午要').waitFor();
    await lookAt(phone.page, GROUP, 'phone-post');
    await phone.post.getByRole('link', { name: '夏天' }).first().click();
    await phone.page.getByText('发过的帖子').waitFor();
    await lookAt(phone.page, GROUP, 'phone-profile');
    await phone.page.goBack();
    await phone.post.getByRole('heading', { name: '校门口新开的面馆' }).waitFor();
    await phone.button('返回').click();
    await phone.button('发帖').click();
    await phone.page.getByText('发什么').waitFor();
    await lookAt(phone.page, GROUP, 'phone-form');
    await phone.page.goBack();
    await phone.button('排行').click();
    await phone.page.getByText('大家在看').waitFor();
    assert.deepEqual(faultsOf(phone.watch), []);
    await phone.context.close();
  });
});
