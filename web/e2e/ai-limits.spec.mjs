// What members see of the limits of their policy: the rest of a budget and its end, also on a device that has not heard
// of it, a prompt that holds alone, an exam, and a policy that admits no model.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { startPortal, startProvider } from './lib/portal.mjs';
import { ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const MEMBER = '许安然';

test.describe.configure({ mode: 'serial' });

let portal, browser, tokens, laptop, phone, policy, enabled, disabled;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  // The provider is on this machine.
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.0/8', RATE_LIMIT_AI: '0' });
  tokens = await school(portal);
  const api_url = await startProvider();
  const add = (label) =>
    as(ADMIN, 'POST', '/api/ai-chat/admin/models', { label, model: 'stub', api_url, api_key: 'x' });
  ({ id: enabled } = await add('样例'));
  ({ id: disabled } = await add('停用的'));
  await as(ADMIN, 'PUT', `/api/ai-chat/admin/models/${disabled}/toggle`);
  const body = { label: '考试周', message_budget: 1, system_prompt: '只给提示', locks_prompt: true };
  ({ id: policy } = await as(ADMIN, 'POST', '/api/ai-chat/admin/policies', body));
  const { users } = await as(ADMIN, 'GET', `/api/admin/users?search=${encodeURIComponent(MEMBER)}`);
  const given = { user_ids: [users[0].user_id], policy_id: policy };
  await as(ADMIN, 'POST', '/api/ai-chat/admin/apply-policy', given);
  browser = await launch();
  [laptop, phone] = [await openApp(MEMBER, 'ai'), await openApp(MEMBER, 'ai/new', 'phone')];
});
test.afterAll(cleanUp);

const change = (body) => as(ADMIN, 'PUT', `/api/ai-chat/admin/policies/${policy}`, body);
const field = ({ page }) => page.getByRole('textbox', { name: '向 AI 提问' });
const button = ({ page }, name) => page.getByRole('button', { name, exact: true });

async function ask(device, text) {
  await field(device).fill(text);
  await button(device, '发送').click();
}

const look = ({ page }, name) => lookAt(page, 'ai-limits', name);

/** Lets a device read what holds now until it asks, whenever that is: its connection may stand only later. */
async function keepsOldNews({ page }) {
  const data = await as(MEMBER, 'GET', '/api/ai-chat/models');
  await page.route('**/api/ai-chat/models', (route) => route.fulfill({ json: { code: 0, message: '', data } }));
  await page.route('**/api/ai-chat/chat/stream', async (route) => {
    await page.unroute('**/api/ai-chat/models');
    await route.continue();
  });
}

test('the last answer of a day is followed by when the next day begins', async () => {
  await laptop.shows('今天只能再问 1 次');
  await phone.shows('今天只能再问 1 次');
  await keepsOldNews(phone);
  await ask(laptop, '惯性是什么？');
  await laptop.shows(/今天的额度用完了，\d+月\d+日 00:00 恢复/);
  expect(await button(laptop, '重新生成').count()).toBe(0);
  await field(laptop).fill('再问一个');
  await laptop.page.keyboard.press('Enter');
  expect(await field(laptop).inputValue()).toBe('再问一个');
  const help = laptop.page.getByRole('link', { name: '全国心理援助热线 12356' });
  await expect(help).toBeVisible();
  await look(laptop, 'spent');
});

test('a device that has not heard of it gives the question back', async () => {
  await ask(phone, '手机上再问');
  await phone.shows('今天的额度用完了');
  await expect(field(phone)).toHaveValue('手机上再问');
  // What began with the question is gone again.
  await expect.poll(async () => (await as(MEMBER, 'GET', '/api/ai-chat/conversations')).length).toBe(1);
  await expect(phone.page).toHaveURL(/#\/app\/ai\/new$/);
  await look(phone, 'spent-phone');
  // What an admin allows is heard of at once.
  await change({ message_budget: 20 });
  await phone.shows('今天还可以问 19 次');
  await laptop.shows('今天还可以问 19 次');
  await button(phone, '发送').click();
  await phone.shows('今天还可以问 18 次');
});

test('a prompt that holds alone is said where the own one is written', async () => {
  await button(laptop, '更多操作').click();
  await button(laptop, '设定').click();
  await laptop.shows('你的使用方案只用方案自己的提示词');
  await look(laptop, 'prompt');
  await button(laptop, '取消').click();
});

test('an exam takes the place to write away, and gives it back with what was half written', async () => {
  const until = Date.now() + 40 * 60_000;
  const window = { from: new Date(Date.now() - 1000).toISOString(), until: new Date(until).toISOString() };
  // One device does not hear of it before it asks.
  await phone.page.route('**/api/user/exam-mode', (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { from: null, until: null } } }),
  );
  // What is being written then ends.
  await as(ADMIN, 'PUT', `/api/ai-chat/admin/models/${enabled}`, { model: 'stub?tokens=600&rate=20' });
  await ask(laptop, '慢慢讲');
  await laptop.shows(/t5 /);
  await field(laptop).fill('再问一个');
  await as(ADMIN, 'PUT', '/api/admin/exam-mode', window);
  await laptop.shows('考试开始，回答中断');
  await laptop.shows(/^考试中，AI 助手 .*\d\d:\d\d 恢复$/);
  await expect(field(laptop)).toHaveCount(0);
  for (const name of ['重新生成', '修改问题']) expect(await button(laptop, name).count()).toBe(0);
  await look(laptop, 'exam');
  await button(laptop, '更多操作').click();
  const [download] = await Promise.all([laptop.page.waitForEvent('download'), button(laptop, '导出 Markdown').click()]);
  assert.match(download.suggestedFilename(), /\.md$/);

  await phone.page.unroute('**/api/user/exam-mode');
  await ask(phone, '考试时问');
  await phone.shows(/^考试中，AI 助手 .*\d\d:\d\d 恢复$/);
  await look(phone, 'exam-phone');
  await as(ADMIN, 'PUT', '/api/admin/exam-mode', { from: null, until: null });
  await expect(field(laptop)).toHaveValue('再问一个');
  await expect(field(phone)).toHaveValue('考试时问');
  await expect(phone.page.getByText('考试期间暂停使用')).toHaveCount(0);
});

test('a policy that admits no model refuses a question in words, and says so before the first one', async () => {
  await change({ model_ids: [disabled], message_budget: 0 });
  await expect(laptop.page.getByText('今天还可以问')).toHaveCount(0);
  await button(laptop, '发送').click();
  await laptop.shows('当前的使用方案没有可用的模型，请联系管理员');
  await expect(field(laptop)).toHaveValue('再问一个');
  await look(laptop, 'no-model');
  await button(laptop, '新对话').first().click();
  await laptop.shows('没有你能用的模型');
  await look(laptop, 'no-model-new');
  assert.deepEqual([...faultsOf(laptop.watch, ['status of 403']), ...faultsOf(phone.watch, ['status of 403'])], []);
});
