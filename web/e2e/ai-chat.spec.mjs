// The AI chat: an answer that is written while the page is loaded anew, one that is stopped, one that another model
// gives, one that never comes, and a conversation that is renamed, pinned, exported and deleted.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { startPortal, startProvider } from './lib/portal.mjs';
import { ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const MEMBER = '许安然';
/** Names that members read, and what the provider does for each; the first is the default. */
const MODELS = {
  样例: 'stub',
  慢慢说: 'stub?tokens=160&rate=20',
  没余额: 'stub?status=402',
  会断开: 'stub?tokens=60&rate=40&break_after=20',
  话短: 'stub?tokens=20&cut=length',
};

test.describe.configure({ mode: 'serial' });

let portal, browser, tokens, page, watch, context;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  // The provider is on this machine.
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.0/8', RATE_LIMIT_AI: '0' });
  tokens = await school(portal);
  const provider = await startProvider();
  for (const [label, model] of Object.entries(MODELS)) {
    const body = { label, model, api_url: provider, api_key: 'x', supports_thinking: false };
    await as(ADMIN, 'POST', '/api/ai-chat/admin/models', body);
  }
  browser = await launch();
  ({ page, watch, context } = await openApp(MEMBER, 'ai'));
});
test.afterAll(cleanUp);

const button = (name) => page.getByRole('button', { name, exact: true });
const answers = () => page.getByRole('article', { name: /的回答$/ });

async function choose(label) {
  await page.getByRole('button', { name: /^模型：/ }).click();
  await page.getByRole('dialog', { name: '选择模型' }).getByText(label, { exact: true }).click();
  await button(`模型：${label}`).waitFor();
}

async function ask(text) {
  await page.getByRole('textbox', { name: '向 AI 提问' }).fill(text);
  await page.keyboard.press('Enter');
}

const look = (name) => lookAt(page, 'ai-chat', name);

test('an answer is drawn with its code, table and formulas', async () => {
  await button('用生活中的例子讲讲什么是惯性').click();
  await page.keyboard.press('Enter');
  await page.locator('.katex-display').waitFor();
  await page.locator('.code-text .hljs-keyword').first().waitFor();
  const answer = answers().last();
  await answer.getByRole('table').waitFor();
  await answer.getByText('样例', { exact: true }).waitFor();
  const link = answer.getByRole('link').first();
  expect(await link.getAttribute('rel')).toContain('noopener noreferrer');
  await look('answer');
});

test('an answer goes on over a reload, whole and nothing twice', async () => {
  await choose('慢慢说');
  await ask('慢慢讲');
  await answers().last().getByText('t12 ').waitFor();
  await page.reload();
  await answers().last().getByText('t40 ').waitFor();
  await button('停止回答').waitFor();
  await answers().last().getByText('t159').waitFor();
  await button('发送').waitFor();
  const whole = Array.from({ length: 160 }, (_, i) => `t${i}`).join(' ');
  expect((await answers().last().locator('.ai-markdown').innerText()).trim()).toBe(whole);
});

test('an answer is stopped, and what there is of it stays', async () => {
  await ask('停一下');
  await answers().last().getByText('t8 ').waitFor();
  await button('停止回答').click();
  await answers().last().getByText('已停止').waitFor();
  await page.reload();
  await answers().last().getByText('已停止').waitFor();
  await answers().last().getByText('t8 ').waitFor();
  await look('stopped');
});

test('another model answers in the place of one that cannot, and says so', async () => {
  await choose('没余额');
  await ask('谁来答？');
  const answer = answers().last();
  await button('由 样例 代答').click();
  await answer.getByText('所选模型没有回应，由它代答').waitFor();
  await page.reload();
  await answers().last().getByText('由 样例 代答').first().waitFor();
});

test('an answer that is as long as it may be says so, and is asked to go on', async () => {
  await choose('话短');
  await ask('讲长一点');
  await answers().last().getByText('达到长度上限，可以让它继续').waitFor();
  await look('length');
  const before = await answers().count();
  await button('继续').click();
  await expect(answers()).toHaveCount(before + 1);
  await answers().last().getByText('达到长度上限').waitFor();
  await page.getByRole('article', { name: '你的问题' }).last().getByText('继续', { exact: true }).waitFor();
});

test('an answer that breaks off says why, and a question is changed', async () => {
  await choose('会断开');
  await ask('会断吗？');
  await answers()
    .last()
    .getByText(/^服务商出错，回答不完整：.*请/)
    .first()
    .waitFor();
  await look('broken');
  await choose('样例');
  await button('修改问题').last().click();
  await page.getByText('修改问题：原来的回答会被替换').waitFor();
  await ask('换个问法');
  await answers().last().getByText('换个问法').waitFor();
  expect(await page.getByText('会断吗？').count()).toBe(0);
  // What the question has replaced comes back, and what has replaced it after that.
  await button('撤销').click();
  await page.getByText('会断吗？', { exact: true }).first().waitFor();
  const questions = page.getByRole('article', { name: '你的问题' });
  await expect(questions.getByText('换个问法')).toHaveCount(0);
  await button('更多操作').click();
  await button('恢复之前的内容').click();
  await page.getByText('换个问法', { exact: true }).first().waitFor();
  await expect(questions.getByText('会断吗？')).toHaveCount(0);
});

test('a conversation goes on from one of its answers in another, with a way back', async () => {
  const before = await answers().count();
  // Nothing that is visually hidden in a message lets the window scroll.
  expect(await page.locator('.ai').evaluate((app) => app.scrollHeight - app.clientHeight)).toBe(0);
  await button('从这里另开对话').nth(1).click();
  await page.getByText('已另开一个对话').waitFor();
  await expect(answers()).toHaveCount(1);
  await answers().last().getByRole('table').waitFor();
  await look('branch');
  await button('回到原来的').click();
  await expect(answers()).toHaveCount(before);
  // The next steps find one conversation.
  await button('“用生活中的例子讲讲什么是惯性（副本）”的更多操作').click();
  await button('删除').click();
  await page.getByRole('dialog', { name: /^删除/ }).getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('button', { name: /的更多操作$/ })).toHaveCount(1);
});

test('a conversation is pinned, renamed, exported and deleted', async () => {
  const open = (title) => page.getByRole('button', { name: `“${title}”的更多操作` }).click();
  const first = '用生活中的例子讲讲什么是惯性';
  await open(first);
  await button('置顶').click();
  await page.getByRole('heading', { name: '置顶' }).waitFor();
  await open(first);
  await button('重命名').click();
  await button('让模型取名').click();
  await page.getByText(/^已改名为“.+”/).waitFor();
  await look('suggested');
  await page.getByLabel('标题').fill('惯性');
  await page.getByRole('button', { name: '保存' }).click();
  await open('惯性');
  const [download] = await Promise.all([page.waitForEvent('download'), button('导出 Markdown').click()]);
  assert.equal(download.suggestedFilename(), '惯性.md');
  assert.match(await readFile(await download.path(), 'utf8'), /^# 惯性\n\n## 问\n\n用生活中的例子/);
  await open('惯性');
  await button('删除').click();
  const dialog = page.getByRole('dialog', { name: '删除“惯性”？' });
  await dialog.getByText('无法恢复').waitFor();
  await dialog.getByRole('button', { name: '删除' }).click();
  await page.getByText('还没有对话').waitFor();
  assert.deepEqual(faultsOf(watch, ['ERR_']), []);
  await context.close();
});

test('a phone has the list as a view of its own', async () => {
  const phone = await openApp(MEMBER, 'ai', 'phone');
  ({ page, watch } = phone);
  // Without conversations it begins where the first question is asked.
  await ask('手机上');
  await page.locator('.katex-display').waitFor();
  await look('phone');
  await button('返回对话列表').click();
  await page.getByRole('button', { name: /^手机上/ }).waitFor();
  await look('phone-list');
  assert.deepEqual(faultsOf(watch), []);
  await phone.context.close();
});
