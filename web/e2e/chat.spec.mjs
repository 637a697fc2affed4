// Two members of a class talk: one over the socket, one who can only poll. Whatever happens between
// them and the server, nothing is lost, nothing is doubled, and the screens say what is true.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { comesToRest, openChat, say, textsOf } from './lib/chat.mjs';
import { lookAt } from './lib/look.mjs';
import { call, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const ROOM = 'class_01';
const PAIR = 'private:260101:260102';

test.describe.configure({ mode: 'serial' });

let portal, browser, xia, mo, tokens;

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
  mo = await openChat(browser, portal, '默默', { room: ROOM, polls: true });
});
test.afterAll(cleanUp);

const look = (page, name) => lookAt(page, 'chat', name);

test.describe('two members', () => {
  test('hear each other, one over the socket and one by polling', async () => {
    await xia.send('你好，默默');
    await mo.sees('你好，默默');
    await mo.send('你好，夏天');
    await xia.sees('你好，夏天');
    assert.equal(await xia.message('你好，默默').count(), 1);
    assert.deepEqual(await textsOf(portal, tokens[0], ROOM), ['你好，默默', '你好，夏天']);
  });

  test('see what others write as words, never as a page', async () => {
    const evil = '<img src=x onerror="window.stolen=1"> https://example.org/a，';
    await mo.send(evil);
    await xia.sees('<img src=x onerror="window.stolen=1">');
    assert.equal(await xia.page.evaluate(() => window.stolen), undefined);
    assert.equal(await xia.log.locator('a').getAttribute('href'), 'https://example.org/a');
    assert.match(await xia.log.locator('a').getAttribute('rel'), /noopener/);
  });

  test('see who is there and who is writing', async () => {
    await xia.open(PAIR.replaceAll(':', '-'));
    await xia.page.getByText('陈默 · 在线').waitFor();
    await mo.open(PAIR.replaceAll(':', '-'));
    await mo.field.pressSequentially('在吗');
    await xia.page.getByText('默默 正在输入…').first().waitFor();
    await mo.field.press('Enter');
    await xia.sees('在吗');
    await mo.page.getByText('已读').waitFor();
    for (const [status, word] of [
      ['away', '离开'],
      ['busy', '忙碌'],
      ['online', '在线'],
    ]) {
      const body = { frame: { type: 'status_update', status } };
      await call(portal, 'POST', '/api/chat/poll/send', { token: tokens[1], body });
      await xia.page.getByText(`陈默 · ${word}`).waitFor();
      await look(xia.page, `presence-${status}`);
    }
  });

  test('answer, react, correct and take back', async () => {
    await xia.choose('在吗', '回复');
    await xia.field.fill('在的');
    await xia.button('发送').click();
    await mo.message('在的').getByRole('button', { name: '默默：在吗' }).waitFor();
    await mo.choose('在的', '用 👍 回应');
    await xia.message('在的').getByRole('button', { name: '👍 1 人' }).waitFor();
    await xia.send('明天交作业');
    await xia.choose('明天交作业', '编辑');
    await xia.field.fill('后天交作业');
    await xia.field.press('Enter');
    await mo.message('后天交作业').getByText('已编辑').waitFor();
    await mo.choose('后天交作业', '编辑记录');
    await mo.page.getByRole('dialog', { name: '编辑记录' }).getByText('明天交作业').waitFor();
    await mo.page.keyboard.press('Escape');
    await xia.send('说错了');
    await mo.sees('说错了');
    await xia.choose('说错了', '编辑');
    await xia.field.fill('又说错了');
    await xia.field.press('Enter');
    await xia.choose('又说错了', '撤回');
    await mo.sees('消息已撤回');
    assert.equal(await mo.log.getByText('说错了').count(), 0);
    assert.equal(await xia.message('消息已撤回').getByText('已编辑').count(), 0);
    assert.equal(await mo.button('重新编辑').count(), 0);
    await xia.button('重新编辑').click();
    assert.equal(await xia.field.inputValue(), '又说错了');
    await xia.field.fill('');
    await look(xia.page, 'pair');
  });
});

test.describe('two members who know each other', () => {
  test('call each other by name, which the island and the badge tell', async () => {
    await mo.page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
    await mo.page.getByRole('dialog').waitFor({ state: 'detached' });
    await xia.open(ROOM);
    await xia.field.pressSequentially('@默');
    await xia.page.getByRole('option', { name: /默默/ }).waitFor();
    await look(xia.page, 'mention');
    await xia.field.press('Enter');
    await xia.field.pressSequentially('看这里');
    await xia.field.press('Enter');
    // Pointed at, it stays.
    await mo.page.getByText('@我 @默默 看这里').hover();
    await mo.page.getByRole('button', { name: '查看' }).click();
    await mo.page.getByText('以下是未读消息').waitFor();
    await mo.sees('看这里');
  });
});

test.describe('two members in their rooms', () => {
  test('stay silent in a muted room, but count', async () => {
    await mo.button('聊天信息').click();
    await Promise.all([
      mo.page.waitForResponse((answer) => answer.url().endsWith('/settings') && answer.ok()),
      mo.page.getByRole('switch', { name: '免打扰' }).check({ force: true }),
    ]);
    await mo.page.keyboard.press('Escape');
    await mo.open(PAIR.replaceAll(':', '-'));
    await xia.send('这句不响');
    // Not the time beside it, which may begin so too.
    await mo
      .button(/01班/, false)
      .getByText(/^1\s*条未读$/)
      .waitFor();
    assert.equal(await mo.page.getByText('夏天 · 01班').count(), 0);
  });

  test('read on one device what is then read on the other', async () => {
    const second = await openChat(browser, portal, '默默', { size: 'phone', room: ROOM });
    await second.sees('这句不响');
    await mo.button(/01班/, false).getByText('条未读').waitFor({ state: 'detached' });
    await look(second.page, 'phone-room');
    await second.button('返回聊天列表').click();
    await second.button(/01班/, false).waitFor();
    await look(second.page, 'phone-list');
    await second.context.close();
  });

  test('read nothing behind a window that was put away', async () => {
    await xia.open(PAIR.replaceAll(':', '-'));
    await mo.open(PAIR.replaceAll(':', '-'));
    await mo.button('最小化').click();
    await xia.send('你在看吗');
    await mo.page.getByRole('navigation').getByText(/^1/).waitFor();
    await mo.page.getByRole('navigation').getByRole('button', { name: /聊天/ }).click();
    await mo.sees('你在看吗');
    await mo.page.getByRole('navigation').getByText(/^1/).waitFor({ state: 'detached' });
    await xia.open(ROOM);
    await mo.open(ROOM);
  });

  test('make a group, which its owner can end', async () => {
    await xia.button('新建群聊').click();
    await xia.page.getByLabel('群名').fill('物理小组');
    await xia.page.getByRole('checkbox', { name: /默默/ }).click();
    await look(xia.page, 'group-form');
    await xia.button('建群').click();
    await xia.page.getByLabel('给物理小组写消息').waitFor();
    await xia.send('欢迎');
    // A notice of it may be there too.
    const groups = mo.page.getByRole('region', { name: '聊天列表' });
    await groups.getByRole('button', { name: /物理小组/ }).click();
    await mo.sees('欢迎');
    await xia.button('聊天信息').click();
    await xia.page.getByLabel('群公告').fill('周五讨论');
    await xia.button('发布公告').click();
    await mo.page.getByText('周五讨论').waitFor();
    await look(xia.page, 'group-info');
    await xia.button('解散群聊').click();
    await xia.page.getByText('2 名成员会立刻失去这个群').waitFor();
    await xia.button('解散').click();
    await mo.page.getByText('「物理小组」已解散').waitFor();
    for (const { page } of [mo, xia]) {
      const list = page.getByRole('region', { name: '聊天列表' });
      await list.getByRole('button', { name: /物理小组/ }).waitFor({ state: 'detached' });
    }
    assert.equal(await xia.page.getByText('「物理小组」已解散').count(), 0, 'the owner knows');
  });
});

test.describe('two members after an absence', () => {
  test('keep a draft and what could not be sent, over a crash and a reload, and send it once', async () => {
    await xia.open(ROOM);
    await xia.field.fill('写到一半');
    await xia.open(PAIR.replaceAll(':', '-'));
    await portal.kill();
    await xia.field.fill('服务器不在也写');
    await xia.field.press('Enter');
    await xia.page.getByText('未发送，连上服务器后自动发送').waitFor();
    await portal.restart();
    await mo.open(PAIR.replaceAll(':', '-'));
    await xia.page.reload();
    await mo.sees('服务器不在也写');
    const texts = await textsOf(portal, tokens[0], PAIR);
    assert.equal(texts.filter((text) => text === '服务器不在也写').length, 1);
    await xia.page.getByText('未发送').waitFor({ state: 'detached' });
    await xia.open(ROOM);
    assert.equal(await xia.field.inputValue(), '写到一半');
    await xia.field.fill('');
  });

  test('catch up with what was said while one was away', async () => {
    await xia.context.setOffline(true);
    for (let i = 1; i <= 5; i += 1) await say(portal, tokens[1], ROOM, `离线时的第 ${i} 句`);
    await xia.context.setOffline(false);
    await xia.sees('离线时的第 5 句');
    const seen = await xia.log.getByText(/离线时的第 \d 句/).allInnerTexts();
    assert.deepEqual(
      seen,
      [1, 2, 3, 4, 5].map((i) => `离线时的第 ${i} 句`),
    );
  });

  test('find and jump to what was said long ago, and back', async () => {
    for (let i = 1; i <= 180; i += 1) await say(portal, tokens[i % 2], ROOM, i === 20 ? '牛顿第二定律' : `记录 ${i}`);
    await xia.page.getByRole('searchbox').fill('牛顿');
    await xia.button(/牛顿第二定律/, false).click();
    await xia.sees('牛顿第二定律');
    await look(xia.page, 'jumped');
    await xia.button(/回到最新|条新消息/, false).click();
    await xia.sees('记录 180');
  });
});

test.describe('two members in a long history', () => {
  test('scroll up without a jump', async () => {
    await xia.page.getByRole('searchbox').fill('');
    await xia.log.hover();
    let compared = 0;
    for (let turn = 0; turn < 12; turn += 1) {
      const anchor = () =>
        xia.log.evaluate((list) => {
          const box = list.getBoundingClientRect();
          const row = [...list.querySelectorAll('article')].find(
            (one) => one.getBoundingClientRect().top > box.top + 80,
          );
          return row ? { seq: row.dataset.seq, top: row.getBoundingClientRect().top } : null;
        });
      await xia.page.mouse.wheel(0, -900);
      await xia.page.waitForTimeout(60);
      await comesToRest(xia.log);
      const before = await anchor();
      // All rows may be on their way in or out.
      if (!before) continue;
      await xia.page.waitForTimeout(250);
      const after = await xia.log.evaluate(
        (list, seq) => list.querySelector(`article[data-seq="${seq}"]`)?.getBoundingClientRect().top,
        before.seq,
      );
      // A row that is gone was taken out of sight by a jump.
      assert.ok(after !== undefined && Math.abs(after - before.top) < 40, `from ${before.top} to ${after}`);
      compared += 1;
    }
    assert.ok(compared >= 6, `only ${compared} of 12 turns showed a row`);
  });

  test('report to moderators', async () => {
    await say(portal, tokens[1], ROOM, '不好的话');
    await xia.open(ROOM);
    await xia.page.reload();
    await xia.choose('不好的话', '举报');
    await xia.page.getByText('泄露隐私').click();
    await look(xia.page, 'report');
    await xia.button('举报').click();
    await xia.page.getByText('已举报，管理员会处理').waitFor();
    const { reports } = await call(portal, 'GET', '/api/moderation/own', { token: tokens[0] });
    assert.equal(reports[0].reason, '泄露隐私');
  });

  test('made no fault on the way', () => {
    // That a group was read may be told while it is being ended.
    const expected = ['ERR_', 'status of 40[19]', 'status of 403.*/api/chat/read', 'status of 426', 'failed'];
    assert.deepEqual([...faultsOf(xia.watch, expected), ...faultsOf(mo.watch, expected)], []);
  });
});
