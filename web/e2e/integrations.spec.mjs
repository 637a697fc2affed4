// A program of a pupil: asked for, approved with less than was asked, its secret taken once, its signed events in the
// log, a message of it in the chat, a test that its webhook gets, and its end by the switch.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { lookAt } from './lib/look.mjs';
import { register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MESSAGE = '今日作业：练习册第 32 页';

test.describe.configure({ mode: 'serial' });

let portal, ran, ming;
/** What the dialog showed to the member, the only time. */
let token, secret;
/** What stands at the address of the webhook. */
let sink;

test.beforeAll(async () => {
  // The sink of the webhook is on this machine.
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.0/8' });
  await setUp(portal);
  await register(portal, '周明远', '班长');
  await register(portal, '许安然', '安然');
  const browser = await launch();
  ran = await open(browser, '安然', 'phone');
  ming = await open(browser, '班长', 'desktop');
});
test.afterAll(async () => {
  sink?.server.close();
  await cleanUp();
});

async function open(browser, account, size) {
  const context = await device(browser, size);
  await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto(`${portal.url}/#/app/integrations`);
  const button = (name) => page.getByRole('button', { name, exact: true });
  return { page, watch, button, sees: (text) => page.getByText(text).first().waitFor() };
}

const look = ({ page }, name) => lookAt(page, 'integrations', name);

/** Posts an event as a program does; answers the status. */
async function post(event, data, key = createHash('sha256').update(secret).digest('hex')) {
  const time = String(Date.now());
  const body = JSON.stringify(data);
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  const answer = await fetch(`${portal.url}/api/integrations/webhook`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Token': token,
      'X-Service-Timestamp': time,
      'X-Service-Signature': `sha256=${signature}`,
      'X-Service-Event': event,
    },
    body,
  });
  return answer.status;
}

/** A program that is sent events: it verifies each, and keeps them. */
async function startSink() {
  const events = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers;
    const key = createHash('sha256').update(secret).digest('hex');
    const own = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    const verified = signature === `v1,${own}`;
    events.push({ id, verified, ...JSON.parse(body) });
    response.writeHead(verified ? 204 : 401, { Connection: 'close' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, events, url: `http://127.0.0.1:${server.address().port}/in` };
}

/** Waits until the sink has so many events. */
async function arrived(count) {
  for (let i = 0; sink.events.length < count && i < 200; i++) await new Promise((go) => setTimeout(go, 50));
  assert.equal(sink.events.length, count);
  return sink.events[count - 1];
}

test.describe('a request', () => {
  test('is explained to whoever has none, and written in a form that says what is missing', async () => {
    await ran.sees('让你写的程序为班级做事');
    await look(ran, 'empty');
    await ran.button('申请集成').click();
    await ran.button('提交申请').click();
    await ran.sees('请用 1–200 个字说明用途');
    await ran.sees('请至少选择一项权限');
    await look(ran, 'form');
    await ran.page.getByLabel('名称', { exact: true }).fill('作业助手');
    await ran.page.getByLabel('用途', { exact: true }).fill('每天 18:00 发作业');
    await ran.page.getByRole('checkbox', { name: /发送消息/ }).check();
    await ran.page.getByRole('checkbox', { name: /保存数据，发布事件/ }).check();
    await ran.button('桌面页面、接收事件（可选）').click();
    await ran.page.getByLabel(/^来源/).fill('https://');
    await ran.button('提交申请').click();
    await ran.sees('每行写一个网站');
    await ran.page.getByLabel(/^来源/).fill('');
    await ran.button('提交申请').click();
    await ran.sees('等待班级管理员审批');
  });

  test('is refused with a reason, which the member reads before they change it and ask again', async () => {
    await ming.page.getByRole('button', { name: '拒绝「作业助手」' }).click();
    const dialog = ming.page.getByRole('dialog', { name: '拒绝这个申请？' });
    await dialog.getByLabel(/^理由/).fill('请写明发到哪个群');
    await look(ming, 'refuse');
    await dialog.getByRole('button', { name: '拒绝' }).click();
    await ran.sees('没有通过的理由：请写明发到哪个群');
    await look(ran, 'refused');
    await ran.page.getByRole('button', { name: '修改后再申请：作业助手' }).click();
    await ran.page.getByRole('checkbox', { name: /发送消息/, checked: true }).waitFor();
    await ran.page.getByLabel('用途', { exact: true }).fill('每天 18:00 把作业发到班级群');
    await ran.button('提交申请').click();
    await ran.sees('等待班级管理员审批');
  });

  test('comes to the class admin, who approves it without one of its scopes', async () => {
    await ming.page.getByRole('heading', { name: '许安然 申请「作业助手」' }).waitFor();
    await ming.sees('每天 18:00 把作业发到班级群');
    await look(ming, 'request');
    await ming.page.getByRole('checkbox', { name: /发送消息/ }).uncheck();
    await ming.page.getByRole('checkbox', { name: /保存数据，发布事件/ }).uncheck();
    await ming.sees('至少保留一项权限');
    await ming.page.getByRole('checkbox', { name: /发送消息/ }).check();
    await ming.page.getByRole('button', { name: '批准「作业助手」' }).click();
    await ming.sees('等待 许安然 领取密钥');
  });

  test('that is approved gives its secret once', async () => {
    await ran.page.getByRole('button', { name: '领取密钥：作业助手' }).click();
    const dialog = ran.page.getByRole('dialog', { name: '「作业助手」的密钥' });
    secret = await dialog.getByRole('textbox', { name: '密钥（保密）' }).innerText();
    token = await dialog.getByRole('textbox', { name: '令牌（公开的标识）' }).innerText();
    assert.match(secret, /^[0-9a-f]{128}$/);
    assert.match(token, /^[0-9a-f]{64}$/);
    const example = await dialog.getByRole('textbox', { name: '示例' }).innerText();
    const key = createHash('sha256').update(secret).digest('hex');
    const forLibraries = await dialog.getByRole('textbox', { name: /验签用/ }).innerText();
    assert.equal(forLibraries, `whsec_${Buffer.from(key).toString('base64')}`);
    for (const part of [secret, token, portal.url, 'message.send']) assert.ok(example.includes(part), part);
    await look(ran, 'secret');
    await ran.page.keyboard.press('Escape');
    await ran.button('我已保存').click();
    await dialog.waitFor({ state: 'detached' });
    await ran.page.getByRole('link', { name: /作业助手 已启用/ }).waitFor();
    assert.equal(await ran.page.getByRole('button', { name: '领取密钥：作业助手' }).count(), 0);
  });
});

test.describe('an integration', () => {
  test('stands in the log with what it sent, and with why it was refused', async () => {
    assert.equal(await post('message.send', { room: 'class_01', content: MESSAGE }), 200);
    assert.equal(await post('message.send', { room: 'class_01', content: MESSAGE }, 'another key'), 401);
    assert.equal(await post('hello', { text: 'hi' }), 403, 'the scope that was unticked');
    await ran.page.getByRole('link', { name: /作业助手/ }).click();
    await ran.page.getByRole('tab', { name: '日志' }).click();
    await ran.page.getByRole('button', { name: /message\.send 已接收/ }).waitFor();
    await ran.page.getByRole('button', { name: /hello 缺少权限/ }).waitFor();
    await ran.page.getByRole('button', { name: /签名不对/ }).click();
    await ran.sees('签名的内容是「时间戳.请求体」');
    await ran.sees('webhook_signature_invalid');
    await look(ran, 'log');
    await ran.button('仅被拒绝').click();
    await ran.page.getByRole('button', { name: /message\.send 已接收/ }).waitFor({ state: 'detached' });
    await ran.page.getByRole('button', { name: /签名不对/ }).waitFor();
  });

  test('is named beside its message in the chat', async () => {
    await ran.page.goto(`${portal.url}/#/app/chat/class_01`);
    const message = ran.page.getByRole('log').locator('article').filter({ hasText: MESSAGE });
    await message.getByText('来自集成 作业助手').waitFor();
    await look(ran, 'chat');
  });

  test('is sent a test at the address that its owner enters, and the same once more', async () => {
    sink = await startSink();
    await ming.page.getByRole('link', { name: /作业助手 已启用/ }).click();
    await ming.page.getByRole('tab', { name: '投递' }).click();
    await ming.sees('还没有 Webhook 地址');
    await look(ming, 'no-webhook');
    await ming.button('填写地址').click();
    await ming.page.getByLabel(/^Webhook 地址/).fill(sink.url);
    await ming.button('保存').click();
    await ming.button('发送测试').click();
    const first = await arrived(1);
    assert.deepEqual([first.event, first.data.integration, first.verified], ['webhook.ping', '作业助手', true]);
    const entry = ming.page.getByRole('button', { name: /webhook\.ping 已送达/ });
    await entry.waitFor();
    await ming.button('复制为 curl').click();
    const command = await ming.page.getByRole('textbox', { name: '命令' }).innerText();
    for (const part of [`'${sink.url}'`, `'webhook-id: ${first.id}'`]) assert.ok(command.includes(part), part);
    await ming.sees('已试 1 次');
    await ming.page.getByRole('list', { name: '每次尝试' }).getByText('程序收下了（204）').waitFor();
    await look(ming, 'deliveries');
    await ming.button('再发一次').click();
    const again = await arrived(2);
    assert.deepEqual([again.id, again.verified], [first.id, true]);
    await entry.waitFor();
  });

  test('is switched off by its owner, and refused from then on', async () => {
    await ming.page.getByRole('tab', { name: '信息' }).click();
    await ming.page.getByText('以负责人的名义，在负责人能发言的聊天室发消息').waitFor();
    assert.equal(await ming.page.getByText('保存数据，发布事件').count(), 0);
    await look(ming, 'detail');
    await ming.page.getByRole('switch', { name: '启用' }).click({ force: true });
    await ming.sees('已停用「作业助手」');
    assert.equal(await post('message.send', { room: 'class_01', content: MESSAGE }), 401);
    await ran.page.goto(`${portal.url}/#/app/integrations`);
    await ran.page.getByRole('link', { name: /作业助手 已停用/ }).waitFor();
  });

  test('gets another secret and is revoked, both with a word of what that ends', async () => {
    await ming.button('更换密钥').click();
    await ming.page.getByRole('radio', { name: '立即' }).check({ force: true });
    await ming.sees('使用旧密钥的程序会立即停止工作');
    await look(ming, 'new-secret');
    await ming.button('生成新密钥').click();
    await ming.button('我已保存').click();
    await ming.button('撤销').click();
    const dialog = ming.page.getByRole('dialog', { name: '撤销「作业助手」？' });
    await dialog.getByText('令牌和密钥立即永久失效').waitFor();
    await dialog.getByRole('button', { name: '撤销' }).click();
    await ming.sees('令牌和密钥已永久失效');
    await ran.page.getByRole('link', { name: /作业助手 已撤销/ }).waitFor();
  });

  test('made no fault on the way', () => {
    assert.deepEqual([...faultsOf(ran.watch), ...faultsOf(ming.watch)], []);
  });
});
