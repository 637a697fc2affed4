// The models of the AI chat: an admin adds some of a provider, tests one, disables one, and gives a member a policy that
// admits the other and one answer a day; a line that is refused is marked and nothing that was typed is lost.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { startPortal, startProvider } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, test } from './lib/test.mjs';

const KEY = 'sk-of-the-browser-tests-9876';
const MEMBER = '许安然';

test.describe.configure({ mode: 'serial' });

let portal, browser, tokens, provider, admin;
const { open, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  // The provider is on this machine.
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.0/8', RATE_LIMIT_AI: '0' });
  tokens = await school(portal);
  provider = await startProvider();
  browser = await launch();
  admin = await open(ADMIN, 'ai');
});
test.afterAll(cleanUp);

const dialog = (name) => admin.page.getByRole('dialog', { name, exact: true });

const look = (name) => lookAt(admin.page, 'ai-admin', name);

test.describe('models', () => {
  test('are added from the list of a provider, after a test', async () => {
    await admin.shows('还没有模型');
    await look('none');
    await admin.button('添加模型').click();
    const sheet = dialog('添加模型');
    await sheet.getByRole('button', { name: '获取模型列表' }).click();
    await sheet.getByText('需要以 http:// 或 https:// 开头').waitFor();
    await sheet.getByLabel('接口地址').fill(provider);
    await sheet.getByLabel('密钥', { exact: true }).fill(KEY);
    await sheet.getByRole('button', { name: '获取模型列表' }).click();
    await sheet.getByRole('checkbox', { name: 'stub', exact: true }).check();
    await sheet.getByRole('checkbox', { name: 'stub?thinking=40' }).check();
    await sheet.getByLabel('stub 的显示名称').fill('快答');
    await sheet.getByLabel('stub?thinking=40 的显示名称').fill('深思');
    await sheet.getByRole('button', { name: '测试「stub」' }).click();
    await sheet.getByText('连接成功，用时').waitFor();
    await look('add');
    await sheet.getByRole('button', { name: '添加 2 个模型' }).click();
    await admin.shows('已添加 2 个模型');
    await sheet.waitFor({ state: 'detached' });
    await admin.shows('密钥 sk-o****9876');
    await look('models');
    assert.ok(!(await admin.page.content()).includes(KEY));
    const { models } = await as(ADMIN, 'GET', '/api/ai-chat/admin/models');
    assert.deepEqual(
      models.map(({ label, model, is_default: first }) => [label, model, first]),
      [
        ['快答', 'stub', true],
        ['深思', 'stub?thinking=40', false],
      ],
    );
  });

  test('are typed one a line, and the line that is refused is marked', async () => {
    await admin.button('添加模型').click();
    const sheet = dialog('添加模型');
    await sheet.getByLabel('接口地址').fill(provider);
    // The key of the provider is there already.
    await sheet.getByRole('switch', { name: '沿用「快答」的密钥', checked: true }).waitFor();
    await sheet.getByText('自己填写').click();
    const lines = sheet.getByLabel('模型，一行一个');
    await lines.fill('好的 | stub?search=once\n\n没有模型 |');
    await sheet.getByRole('button', { name: '添加 2 个模型' }).click();
    await sheet.getByText('第 3 行：缺少模型 ID').waitFor();
    await look('line');
    await lines.fill('好的 | stub?search=once\n\n坏的 | stub\u0007x');
    await sheet.getByRole('button', { name: '添加 2 个模型' }).click();
    await sheet.getByText(/第 3 行没有通过：请填写服务商的模型 ID/).waitFor();
    assert.match(await lines.inputValue(), /^好的 \| stub\?search=once\n\n坏的/);
    await admin.page.keyboard.press('Escape');
    await admin.page.getByRole('button', { name: '放弃' }).click();
    await sheet.waitFor({ state: 'detached' });
  });
});

test.describe('a model', () => {
  test('that fails says so when it is tested, and its key does not move to another host', async () => {
    await admin.button('编辑深思').click();
    const sheet = dialog('编辑「深思」');
    await sheet.getByLabel('模型 ID').fill('stub?status=401');
    await sheet.getByRole('button', { name: '测试连接' }).click();
    await sheet.getByText('服务商不接受这个密钥').waitFor();
    await sheet.getByLabel('模型 ID').fill('stub?thinking=40');
    await sheet.getByLabel('接口地址').fill('https://elsewhere.example/v1');
    await sheet.getByRole('button', { name: '保存' }).click();
    await sheet.getByText('换了主机需要重新填写').waitFor();
    await sheet.getByLabel('接口地址').fill(provider);
    await sheet.getByRole('switch', { name: '思考' }).check({ force: true });
    await sheet.getByRole('button', { name: '保存' }).click();
    await admin.shows('已保存「深思」');
    const { models } = await as(ADMIN, 'GET', '/api/ai-chat/admin/models');
    const changed = models.find(({ label }) => label === '深思');
    assert.deepEqual([changed.supports_thinking, changed.has_key, changed.model], [true, true, 'stub?thinking=40']);
  });

  test('becomes the default, and another is disabled', async () => {
    await admin.button('把深思设为默认').click();
    await admin.shows('「深思」现在是默认模型');
    await admin.page.getByRole('switch', { name: '启用快答' }).click({ force: true });
    await admin.shows('已停用「快答」');
    const { models, default_model: first } = await as(CLASS_ADMIN, 'GET', '/api/ai-chat/models');
    assert.deepEqual(
      models.map(({ label }) => label),
      ['深思'],
    );
    assert.equal(models[0].id, first);
    await admin.page.getByRole('switch', { name: '启用快答' }).click({ force: true });
    await admin.shows('已启用「快答」');
  });
});

test.describe('a policy', () => {
  test('is made, and given to a member', async () => {
    await admin.page.getByRole('tab', { name: '方案' }).click();
    await admin.button('新建方案').click();
    const sheet = dialog('新建方案');
    await sheet.getByLabel('方案名称').fill('考试周');
    await sheet.getByText('指定的模型', { exact: true }).last().click();
    await sheet.getByRole('button', { name: '保存' }).click();
    await sheet.getByText('请至少选择一个模型').waitFor();
    await sheet.getByRole('checkbox', { name: '快答' }).check();
    await sheet.getByLabel('回答数').fill('1');
    await sheet.getByRole('button', { name: '填入「只给提示，不给答案」' }).click();
    await sheet.getByLabel('对话保留的天数').fill('30');
    await sheet.getByText('超过 30 天没有新消息的对话会被永久删除').waitFor();
    await look('policy');
    await sheet.getByRole('button', { name: '保存' }).click();
    await admin.shows('已新建方案「考试周」');
    await admin.shows('每天 1 次回答');
    await look('policies');
    await admin.page.getByRole('tab', { name: '成员' }).click();
    await admin.page.getByRole('checkbox', { name: `选择${MEMBER}` }).check();
    await admin.page.getByLabel('分配的方案').selectOption({ label: '考试周' });
    await look('members');
    await admin.button('分配').click();
    const ask = dialog('给 1 名成员分配「考试周」？');
    await ask.getByText('只能用这些模型：快答').waitFor();
    await ask.getByRole('button', { name: '分配' }).click();
    await admin.shows('已给 1 名成员分配「考试周」');
    const { models } = await as(MEMBER, 'GET', '/api/ai-chat/models');
    assert.deepEqual(
      models.map(({ label }) => label),
      ['快答'],
    );
  });

  test('admits one answer, and what that has taken is shown', async () => {
    await admin.page.getByRole('tab', { name: '用量' }).click();
    await admin.shows('这段时间没有回答');
    await admin.page.getByRole('tab', { name: '方案' }).click();
    const { id } = await as(MEMBER, 'POST', '/api/ai-chat/conversations', {});
    const ask = () => as(MEMBER, 'POST', '/api/ai-chat/chat', { conversation_id: id, message: '什么是惯性' });
    await ask();
    await assert.rejects(ask, /今天的额度已经用完/);
    await admin.page.reload();
    await admin.page.getByRole('tab', { name: '用量' }).click();
    const models = admin.page.getByRole('region', { name: '各个模型' });
    await models.getByText('快答').waitFor();
    await models.getByText('1 次回答').waitFor();
    await admin.button('看数字').click();
    await admin.page.getByRole('region', { name: '每天的用量' }).getByRole('row').nth(1).waitFor();
    await look('usage');
  });

  test('is deleted after a word of whom that concerns, and so is a model with its key', async () => {
    await admin.page.getByRole('tab', { name: '方案' }).click();
    await admin.button('删除考试周').click();
    await dialog('删除方案「考试周」？').getByText('1 名成员改用默认方案').waitFor();
    await dialog('删除方案「考试周」？').getByRole('button', { name: '删除' }).click();
    await admin.shows('已删除方案「考试周」');
    await admin.page.getByRole('tab', { name: '模型' }).click();
    await admin.button('删除快答').click();
    await dialog('删除「快答」？').getByText('密钥一并删除').waitFor();
    await dialog('删除「快答」？').getByRole('button', { name: '删除' }).click();
    await admin.shows('已删除「快答」');
    assert.deepEqual(faultsOf(admin.watch, ['status of 400']), []);
  });
});

test('a class admin adds models with a key of their own, changes them, and gives policies', async () => {
  const { page, watch, context, button, shows } = await open(CLASS_ADMIN, 'ai', 'phone');
  await shows('深思');
  await button('添加模型').click();
  const sheet = page.getByRole('dialog', { name: '添加模型' });
  await sheet.getByLabel('接口地址').fill(provider);
  await sheet.getByLabel('密钥', { exact: true }).fill('sk-another');
  await sheet.getByLabel('模型，一行一个').fill('班级 | stub?tokens=5');
  await sheet.getByRole('button', { name: '添加', exact: true }).click();
  await shows('已添加「班级」');
  await page.getByRole('tab', { name: '方案' }).click();
  await shows('由系统管理员管理');
  // The list of policies names the models, also one that nobody may use now.
  await button('新建方案').click();
  const policy = page.getByRole('dialog', { name: '新建方案' });
  await policy.getByText('指定的模型', { exact: true }).last().click();
  for (const name of [/^深思/, /^班级/]) await policy.getByRole('checkbox', { name }).waitFor();
  await policy.getByRole('button', { name: '取消' }).click();
  await button('放弃').click();
  await page.getByRole('tab', { name: '模型' }).click();
  await shows('密钥 ****');
  await lookAt(page, 'ai-admin', 'own');
  await button('编辑班级').click();
  const edit = page.getByRole('dialog', { name: '编辑「班级」' });
  await edit.getByLabel('显示名称').fill('我的');
  await lookAt(page, 'ai-admin', 'own-edit');
  await edit.getByRole('button', { name: '保存' }).click();
  await shows('已保存「我的」');
  await page.getByRole('switch', { name: '启用我的' }).click({ force: true });
  await shows('已停用「我的」');
  await button('删除我的').click();
  await page.getByRole('dialog', { name: '删除「我的」？' }).getByRole('button', { name: '删除' }).click();
  await shows('已删除「我的」');
  await shows('你还没有添加模型');
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});
