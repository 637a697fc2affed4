// Word rules: what a rule would have done before it holds, and what a pupil and a moderator see of each effect.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { openChat, say } from './lib/chat.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const GROUP = 'moderation';
const ROOM = 'class_01';
const PUPIL = '林知夏';
const TEACHER = '周明远';
const OLD = '谁有考试答案？';
const HELD = '考-试-答案在这里';

let portal, browser, tokens, staff, chat;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
  await setUp(portal);
  tokens = {};
  for (const [real, net] of Object.entries({ [PUPIL]: '夏天', [TEACHER]: '班长' }))
    tokens[real] = (await register(portal, real, net)).token;
  await say(portal, tokens[PUPIL], ROOM, OLD);
  browser = await launch();
});
test.afterAll(cleanUp);

const { open, openApp } = consoleOf(() => ({ portal, browser, tokens }));
const press = (page, name) => page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
/** A tab; behind its name stands how much waits there. */
const tab = (page, name) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

/** Adds a rule with its form, which is left open when `look` says so. */
async function addRule(term, effect, { look = async () => undefined, last = '添加规则' } = {}) {
  await staff.page.getByRole('button', { name: '新增规则' }).click();
  const dialog = staff.page.getByRole('dialog', { name: '新增规则' });
  await dialog.getByLabel('字词', { exact: true }).fill(term);
  await dialog.getByText(effect, { exact: true }).click();
  await look(dialog);
  await press(staff.page, last);
  await dialog.waitFor({ state: 'hidden' });
}

/** Writes into the field of the open room. */
async function write(text) {
  await chat.field.fill(text);
  await chat.field.press('Enter');
}

test.describe('a word rule', () => {
  test('is tried on what was written before it holds', async () => {
    staff = await open(TEACHER, 'moderation');
    await tab(staff.page, '字词规则');
    await staff.shows('还没有字词规则');
    const look = async (dialog) => {
      await press(staff.page, '添加规则');
      await dialog.getByText('消息 1').waitFor();
      assert.equal(await dialog.locator('mark').textContent(), '考试答案');
      await lookAt(staff.page, GROUP, 'dry-run');
    };
    await addRule('考试答案', '先审后发', { look, last: '启用规则' });
    await addRule('笨蛋', '打码');
    await addRule('加微信', '禁止发送');
    await lookAt(staff.page, GROUP, 'rules');
  });

  test('holds, masks or refuses what a pupil says, and loses nothing of it', async () => {
    chat = await openChat(browser, portal, PUPIL, { room: ROOM });
    await write(HELD);
    await chat.page.getByText('已提交，管理员通过后会发布').waitFor();
    await chat.message(HELD).getByText('待审核').waitFor();
    await lookAt(chat.page, GROUP, 'held');
    await write('你这笨蛋');
    await chat.sent('你这＊＊');
    await write('加微信吧');
    await chat.page.getByText('内容里的“加微信”不能发送').waitFor();
    await lookAt(chat.page, GROUP, 'refused');
    await chat.page.getByRole('button', { name: '修改', exact: true }).click();
    assert.equal(await chat.field.inputValue(), '加微信吧');
    await chat.field.fill('');
  });

  test('lets a moderator publish what was held', async () => {
    const own = await openApp(PUPIL, 'settings/moderation');
    await own.shows('等待审核');
    await own.shows(HELD);
    await tab(staff.page, '待处理');
    await staff.page.locator('.window[data-app=admin]').getByRole('button').filter({ hasText: HELD }).click();
    const dialog = staff.page.getByRole('dialog', { name: '处理消息' });
    await dialog.getByText('没有发布', { exact: false }).first().waitFor();
    await lookAt(staff.page, GROUP, 'held-case');
    await press(staff.page, '发布');
    await chat.message(HELD).getByText('待审核').waitFor({ state: 'detached' });
    await chat.sees(HELD);
    await own.page.getByRole('heading', { name: '等待审核' }).waitFor({ state: 'detached' });
    for (const { watch } of [own, staff]) assert.deepEqual(faultsOf(watch), []);
    for (const { context } of [own, staff, chat]) await context.close();
  });
});
