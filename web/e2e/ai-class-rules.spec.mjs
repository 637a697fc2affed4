// What a class sets for the AI chat: presets that members begin a conversation with, and the counts of questions about
// harm, of which nobody learns who asked.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { startPortal, startProvider } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, OFFICER, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const MEMBER = '许安然';

test.describe.configure({ mode: 'serial' });

let portal, browser, tokens, staff, member;
const { open, openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  // The provider is on this machine.
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.0/8', RATE_LIMIT_AI: '0' });
  tokens = await school(portal);
  const api_url = await startProvider();
  const model = { label: '样例', model: 'stub?tokens=20', api_url, api_key: 'x' };
  await as(ADMIN, 'POST', '/api/ai-chat/admin/models', model);
  browser = await launch();
});
test.afterAll(cleanUp);

const field = ({ page }) => page.getByRole('textbox', { name: '向 AI 提问' });
const button = ({ page }, name) => page.getByRole('button', { name, exact: true });

async function ask(device, text) {
  await field(device).fill(text);
  await button(device, '发送').click();
}

const look = ({ page }, name) => lookAt(page, 'ai-class-rules', name);

test('a class admin writes a preset, and a member begins a conversation with it', async () => {
  member = await openApp(MEMBER, 'ai/new');
  staff = await open(CLASS_ADMIN, 'ai/presets');
  await staff.shows('还没有预设');
  await staff.button('添加预设').click();
  const dialog = staff.page.getByRole('dialog', { name: '添加预设' });
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await staff.shows('名称需为 1–20 个字符');
  await look(staff, 'sheet');
  await dialog.getByLabel('名称').fill('作文评改');
  await dialog.getByLabel('用途').fill('先说优点，再提两条修改建议');
  await dialog.getByLabel('提示词').fill('你是耐心的语文老师。');
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await staff.shows('已添加「作文评改」');
  await look(staff, 'presets');
  const card = member.page.getByRole('button', { name: /^作文评改/ });
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await look(member, 'start');
  await ask(member, '请看我的作文');
  await expect(button(member, '停止回答')).toHaveCount(0);
  await expect(member.page.getByRole('button', { name: '复制回答' })).toHaveCount(1);
  const { page } = member;
  await expect(page.locator('header').getByText('作文评改')).toBeVisible();
  await look(member, 'begun');
});

test('a member takes the preset of a conversation away, and chooses it again', async () => {
  const badge = member.page.locator('header').getByText('作文评改');
  const choose = async (label) => {
    await button(member, '更多操作').click();
    await button(member, '设定').click();
    await member.page.getByLabel('预设', { exact: true }).selectOption({ label });
    await look(member, 'instructions');
    await button(member, '保存').click();
  };
  await choose('不用预设');
  await expect(badge).toHaveCount(0);
  await choose('作文评改');
  await expect(badge).toBeVisible();
});

test('a preset that is removed is shown as absent', async () => {
  await staff.button('删除作文评改').click();
  await staff.shows('之后的回答不再读到它的提示词');
  await look(staff, 'remove');
  await staff.page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
  await staff.shows('还没有预设');
  await member.shows('预设已删除');
});

test('whoever asks about harm sees where there is help, and the answer comes', async () => {
  const phone = await openApp(MEMBER, 'ai/new', 'phone');
  await ask(phone, '我不想活了');
  await phone.shows('全国心理援助热线');
  const help = phone.page.getByRole('link', { name: '全国心理援助热线 12356' });
  await expect(help).toBeVisible();
  await expect(phone.page.getByRole('button', { name: '复制回答' })).toHaveCount(1);
  await expect(help).toBeInViewport();
  await look(phone, 'help-phone');
  await phone.page.reload();
  await expect(phone.page.getByRole('button', { name: '复制回答' })).toHaveCount(1);
  await expect(phone.page.getByText('全国心理援助热线')).toHaveCount(1);
  await expect(help).toBeInViewport();
  await phone.shows('你不是一个人 · 12356');
  await button(phone, '查看').click();
  await expect(help).toBeInViewport();
  await button(phone, '收起这条提示').click();
  await expect(phone.page.getByText('你不是一个人 ·')).toHaveCount(0);
  assert.deepEqual(faultsOf(phone.watch), []);
});

test('an officer reads counts of days that are over, and nothing of today', async () => {
  const officer = await open(OFFICER, 'ai-safety');
  await officer.shows('近 30 天没有这类提问');
  await look(officer, 'safety-none');
  // No test waits for tomorrow.
  const total = ['self_harm', 'violence', 'bullying', 'sexual', 'drugs'].map((category, i) => ({
    category,
    count: [3, 0, 1, 0, 0][i],
  }));
  const days = [
    { day: '2026-11-02', category: 'self_harm', count: 2 },
    { day: '2026-11-20', category: 'self_harm', count: 1 },
    { day: '2026-11-20', category: 'bullying', count: 1 },
  ];
  const body = { code: 0, message: '', data: { until: '2026-11-25', days, total } };
  await officer.page.route('**/api/ai-chat/admin/safety*', (route) => route.fulfill({ json: body }));
  await officer.page.reload();
  await officer.shows('近 30 天，到');
  await officer.shows('自我伤害');
  await look(officer, 'safety');
  for (const device of [officer, staff, member]) assert.deepEqual(faultsOf(device.watch), []);
});
