// What members do in the community beside posting and voting: keeping, finding, quoting, correcting and hiding; and
// that nothing they write is more than words.
import assert from 'node:assert/strict';
import { faultsOf } from './lib/browser.mjs';
import { bring, PNGS, startCommunity } from './lib/community.mjs';
import { until } from './lib/desktop.mjs';
import { lookAt } from './lib/look.mjs';
import { cleanUp, test } from './lib/test.mjs';

const GROUP = 'community';
const SCRIPT = '<img src=x onerror="window.stolen=1">';
const LINK = '[点我](javascript:window.stolen=1)';
const PICTURE = '![图](https://elsewhere.example/spy.png)';
const EVIL = `${SCRIPT} ${LINK} ${PICTURE}`;
/** As long as a tag may be. */
const TAG = '<svg/onload=alert()>';

let portal, open, as, write, xia, mo;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  ({ portal, open, as, write, xia, mo } = await startCommunity());
});
test.afterAll(cleanUp);

/** Opens a post from the feed. */
const openPost = (on, title) => on.card(title).getByRole('link', { name: title }).click();

/** Waits until the search has heard of something. */
function indexed(account, words) {
  const hits = async () => {
    const { kinds } = await as(account, 'GET', `/api/search?q=${encodeURIComponent(words)}&kind=post`);
    return kinds.flatMap((kind) => kind.hits).length;
  };
  return until(hits, (count) => count > 0);
}

test.describe('what members write', () => {
  test('is words, never a page, a script or a request to another host', async () => {
    await xia.go('new');
    await xia.chooseKind('投票');
    await xia.page.getByLabel('问题').fill(SCRIPT);
    await xia.page.getByLabel('说明', { exact: true }).fill(`# ${SCRIPT}\n\n${LINK}\n\n${PICTURE}`);
    await xia.button('预览').click();
    await xia.page.getByLabel('选项 1').fill(SCRIPT);
    await xia.page.getByLabel('选项 2').fill(LINK);
    await xia.page.getByLabel(/^标签/).fill(TAG);
    await xia.button('发布').click();
    await xia.post.getByRole('heading', { name: SCRIPT }).first().waitFor();
    await xia.field.fill(EVIL);
    await xia.field.press('Enter');
    await xia.comment(SCRIPT).waitFor();

    await mo.button('1 条新帖').click();
    await mo.card(SCRIPT).getByText(LINK).waitFor();
    await openPost(mo, SCRIPT);
    for (const text of [SCRIPT, LINK, `#${TAG}`]) await mo.post.getByText(text, { exact: true }).first().waitFor();
    await mo.comment(SCRIPT).waitFor();
    await mo.commentMenu(SCRIPT, '引用');
    await mo.page.getByText(`引用 夏天：${SCRIPT}`).first().waitFor();
    await mo.say('看不懂');
    await mo.comment('看不懂').locator('blockquote', { hasText: SCRIPT }).waitFor();
    for (const { page, watch } of [xia, mo]) {
      assert.equal(await page.evaluate(() => window.stolen), undefined);
      assert.equal(await page.locator('img[src=x], img[src*=elsewhere], .pane svg[onload]').count(), 0);
      assert.equal(await page.locator('a[href^="javascript"]').count(), 0);
      const leaving = page.locator('article a[href^="https://elsewhere"]').first();
      assert.equal(await leaving.getAttribute('rel'), 'noopener noreferrer nofollow');
      assert.equal(await leaving.getAttribute('target'), '_blank');
      assert.deepEqual(faultsOf(watch), []);
    }
  });

  test('is posted with pictures that were dropped on the form, and without a name', async () => {
    await xia.go('new');
    await xia.page.getByLabel('标题').fill('谁的雨伞？');
    await bring(xia.page, PNGS, '.pane form');
    await xia.page.getByRole('img', { name: '图2.png' }).waitFor();
    await xia.button('第 2 张图片前移').click();
    await xia.page.getByText('匿名发布').click();
    await xia.page.getByText('同学和班干部看不到是谁发的').waitFor();
    await lookAt(xia.page, GROUP, 'form');
    await xia.button('发布').click();
    await xia.post.getByRole('heading', { name: '谁的雨伞？' }).waitFor();
    await xia.post.getByText('匿名同学', { exact: true }).waitFor();
    assert.equal(await xia.post.getByRole('button', { name: /查看第 \d 张图片/ }).count(), 2);

    await mo.button('1 条新帖').click();
    await mo.card('谁的雨伞？').getByText('匿名同学', { exact: true }).waitFor();
    await openPost(mo, '谁的雨伞？');
    await mo.post.getByRole('heading', { name: '谁的雨伞？' }).waitFor();
    assert.equal(await mo.post.getByText('夏天').count(), 0);
    await xia.say('楼主来认领了');
    await mo.comment('楼主来认领了').getByText('楼主', { exact: true }).waitFor();
    assert.equal(await mo.post.getByText('夏天').count(), 0);
    assert.deepEqual([...faultsOf(xia.watch), ...faultsOf(mo.watch)], []);
  });
});

test.describe('the feed', () => {
  test('keeps to what was bookmarked, to what is featured, and to the own posts', async () => {
    const { id } = await write('安然', { title: '图书馆的开放时间', content: '周末也开' });
    await write('安然', { title: '另一条', content: '没人收藏' });
    const teacher = await open('周老师', 'desktop', String(id));
    await teacher.menu('设为精华');
    await teacher.page.getByText('已设为精华').waitFor();
    await teacher.context.close();

    await mo.page.reload();
    await mo.go('');
    await mo.card('图书馆的开放时间').getByText('精华', { exact: true }).waitFor();
    await mo.card('图书馆的开放时间').getByRole('button', { name: '收藏' }).click();
    await mo.page.getByText('已收藏').waitFor();
    for (const scope of ['我的收藏', '精华']) {
      await mo.keepTo(scope);
      await mo.button(`不再只看${scope}`).waitFor();
      await mo.card('另一条').waitFor({ state: 'detached' });
      await mo.card('图书馆的开放时间').waitFor();
      assert.equal(await mo.page.locator('article[data-id]').count(), 1);
    }
    await lookAt(mo.page, GROUP, 'featured');
    await mo.keepTo('我发的');
    await mo.page.getByText('没有符合条件的帖子').waitFor();
    await mo.button('看全部').click();
    await mo.card('另一条').waitFor();
  });

  test('sorts by what is talked about, and is searched, also from the desktop', async () => {
    const { id } = await write('夏天', { title: '校门口新开的面馆', content: '牛肉面很鲜' });
    await write('夏天', { title: '今天的天气', content: '下雨' });
    for (const name of ['安然', '周老师', '默默']) {
      await as(name, 'PUT', `/api/community/${id}/like`);
      await as(name, 'POST', `/api/community/${id}/comments`, { content: '好吃' });
    }
    const first = mo.page.locator('article[data-id]').first();
    await mo.page.reload();
    await mo.card('今天的天气').waitFor();
    await mo.button('热门').click();
    await first.filter({ hasText: '校门口新开的面馆' }).waitFor();
    await mo.button('最新').click();
    await first.filter({ hasText: '今天的天气' }).waitFor();

    await indexed('默默', '面馆');
    await mo.button('搜索帖子').click();
    await mo.page.getByRole('searchbox', { name: '搜索帖子' }).fill('面馆');
    const found = mo.page.getByRole('region', { name: '搜索结果' }).getByRole('link', { name: /校门口新开的面馆/ });
    await found.locator('mark', { hasText: '面馆' }).waitFor();
    await lookAt(mo.page, GROUP, 'search');
    await found.click();
    await mo.post.getByRole('heading', { name: '校门口新开的面馆' }).waitFor();

    await mo.page.goto(`${portal.url}/#`);
    await mo.page.reload();
    // Before the desktop is there, nobody listens to the keys.
    await mo.button('搜索').waitFor();
    await mo.page.keyboard.press('Control+k');
    await mo.page.getByRole('combobox').fill('面馆');
    await mo.page
      .getByRole('option', { name: /校门口新开的面馆/ })
      .first()
      .click();
    await mo.post.getByRole('heading', { name: '校门口新开的面馆' }).waitFor();
    assert.deepEqual(faultsOf(mo.watch), []);
  });
});

test.describe('a comment', () => {
  test('is quoted, corrected, deleted, and comes back', async () => {
    const { id } = await write('安然', { title: '周末去哪里？' });
    await mo.go(String(id));
    await xia.go(String(id));
    await mo.say('去植物园');
    await xia.comment('去植物园').waitFor();
    await xia.commentMenu('去植物园', '引用');
    await xia.page.getByText('引用 默默：去植物园').waitFor();
    await xia.say('我也去');
    await xia.comment('我也去').locator('blockquote', { hasText: '默默：去植物园' }).waitFor();

    await xia.commentMenu('我也去', '编辑');
    await xia.page.getByText('正在编辑评论').waitFor();
    assert.equal(await xia.field.inputValue(), '我也去');
    await xia.field.fill('我不去了');
    await xia.field.press('Enter');
    await mo.comment('我不去了').getByText('已编辑').waitFor();
    await xia.commentMenu('我不去了', '删除');
    await xia.page.getByText('已删除评论').waitFor();
    await mo.comment('我不去了').waitFor({ state: 'detached' });
    await xia.button('撤销').click();
    await mo.comment('我不去了').locator('blockquote', { hasText: '默默：去植物园' }).waitFor();
    await xia.comment('我不去了').waitFor();
    await lookAt(xia.page, GROUP, 'comments');
    assert.deepEqual([...faultsOf(xia.watch), ...faultsOf(mo.watch)], []);
  });
});

test.describe('a profile', () => {
  test('shows what its owner lets others see', async () => {
    await as('夏天', 'PATCH', '/api/user/profile', { info: { wechat: 'xia-2027', signature: '夏天见' } });
    await mo.go('user/260101');
    await mo.post.getByText('夏天见').waitFor();
    assert.equal(await mo.post.getByText('xia-2027').count(), 0);

    await xia.go('');
    await xia.button('我的主页').click();
    await xia.button('隐私设置').click();
    const dialog = xia.page.getByRole('dialog', { name: '隐私设置' });
    await dialog.getByLabel('微信').selectOption({ label: '本班可见' });
    await dialog.getByLabel('签名').selectOption({ label: '不显示' });
    await lookAt(xia.page, GROUP, 'privacy');
    await dialog.getByRole('button', { name: '保存' }).click();
    await xia.page.getByText('已保存隐私设置').waitFor();

    await mo.page.reload();
    await mo.post.getByText('xia-2027').waitFor();
    assert.equal(await mo.post.getByText('夏天见').count(), 0);
    assert.deepEqual([...faultsOf(xia.watch), ...faultsOf(mo.watch)], []);
  });
});
