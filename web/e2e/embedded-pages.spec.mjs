// The page of an integration on the desktop: the sample of the repository from the first look to its end.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { change, eventually, issue, look, open, SCOPES, startClass, startPage, startSample } from './lib/embedded.mjs';
import { cleanUp, test } from './lib/test.mjs';

test.describe.configure({ mode: 'serial' });

let portal, sample, tracker, xia;

test.beforeAll(async () => {
  ({ portal } = await startClass());
  xia = await open('夏天', 'desktop');
});
test.afterAll(async () => {
  sample?.child.kill();
  await cleanUp();
});

test.describe('the page of an integration', () => {
  test('stands among the apps as soon as it is there, and says that the desktop needs a reload', async () => {
    tracker = await issue('作业追踪');
    sample = await startSample(tracker.secret);
    await change(tracker.id, { origins: [sample.origin], pageUrl: `${sample.origin}/` });
    await xia.button('全部应用').click();
    await look(xia, 'drawer');
    await xia.page.getByRole('button', { name: /^新\s*作业追踪$/ }).click();
    await xia.sees('打开「作业追踪」之前');
    await look(xia, 'consent');
    await xia.button('打开').click();
    await xia.sees('需要刷新桌面');
    await look(xia, 'blocked');
    await xia.button('刷新桌面').click();
  });

  test('greets the member, whom its server knows by the token, and shows what the integration has stored', async () => {
    const frame = await xia.frame(sample.origin);
    await frame.getByText('你好，林知夏').waitFor();
    await frame.getByText('页面的服务器认识你').waitFor();
    await frame.getByText('没有作业').waitFor();
    await look(xia, 'empty');
    const stored = await fetch(`${portal.url}/api/integration-data/homework.2026-11-27`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${tracker.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(['数学练习册第 32 页', '英语听写第 5 单元']),
    });
    assert.equal(stored.status, 200);
    // The event tells open pages.
    const inbound = { 'X-Webhook-Token': tracker.token, 'Content-Type': 'application/json' };
    const told = await fetch(`${portal.url}/api/integrations/webhook`, {
      method: 'POST',
      headers: inbound,
      body: JSON.stringify({ event: 'homework.updated', data: {} }),
    });
    assert.equal(told.status, 200);
    await frame.getByText('数学练习册第 32 页').waitFor();
    await look(xia, 'homework');
  });

  test('reminds the member, and opens an app when it is asked to', async () => {
    const frame = await xia.frame(sample.origin);
    await frame.getByRole('button', { name: '提醒我' }).click();
    await xia.sees(/作业追踪 · /);
    await look(xia, 'notice');
    await frame.getByRole('button', { name: '打开聊天' }).click();
    await xia.window('聊天').waitFor();
    await xia.page.evaluate((id) => (location.hash = `#/app/page-${id}`), tracker.id);
  });

  test('calls the API from its origin as far as its token goes', async () => {
    const frame = await xia.frame(sample.origin);
    const statuses = await frame.evaluate(async (path) => {
      const found = await ClassPortal.connect();
      const paths = ['/api/integration-data', '/api/user/profile', '/api/chat/messages?room=public', path];
      return Promise.all(paths.map((one) => found.fetch(one).then(({ status }) => status)));
    }, '/api/integrations/tokens');
    assert.deepEqual(statuses, [200, 403, 403, 403]);
    const token = await frame.evaluate(() => ClassPortal.connect().then((found) => found.token()));
    const stolen = await fetch(`${portal.url}/api/integration-data`, {
      headers: { Authorization: `Bearer ${token.token}` },
    });
    assert.equal(stolen.status, 403, 'a request from nowhere');
  });
});

test.describe('the page, once it is known,', () => {
  test('says that its server is away, and shows itself when that is back', async () => {
    sample.child.kill();
    await once(sample.child, 'exit');
    await xia.button('重新载入页面').click();
    await xia.sees(`${new URL(sample.origin).host} 还没有回应`);
    await look(xia, 'away');
    sample = await startSample(tracker.secret, new URL(sample.origin).port);
    const frame = await xia.frame(sample.origin);
    await frame.getByText('你好，林知夏').waitFor();
    await xia.page.getByText('还没有回应').waitFor({ state: 'detached' });
  });

  test('comes back after a reload with its window, and from a link', async () => {
    await xia.reload();
    const frame = await xia.frame(sample.origin);
    await frame.getByText('你好，林知夏').waitFor();
  });

  test('is shown on a phone and in English', async () => {
    const phone = await open('夏天', 'phone', { language: 'en' });
    await phone.page.goto(`${portal.url}/#/app/page-${tracker.id}`);
    const frame = await phone.frame(sample.origin);
    await frame.getByText('林知夏').first().waitFor();
    await look(phone, 'phone-en');
    await phone.page.getByRole('button', { name: 'About this page' }).click();
    await phone.sees('learn your name and user ID');
    await look(phone, 'about-en');
    await phone.context.close();
  });

  test('is as large on a panel as the desktop around it', async () => {
    const panel = await open('夏天', 'panel');
    await panel.page.goto(`${portal.url}/#/app/page-${tracker.id}`);
    const frame = await panel.frame(sample.origin);
    await frame.getByText('你好，林知夏').waitFor();
    // Compared with what is around it: the window may still be growing as it opens.
    const [drawn, room, laidOut] = await panel.page.locator('iframe').evaluate((page) => {
      const { parentElement: stage } = page;
      const widths = [page, stage].map((box) => box.getBoundingClientRect().width);
      return [widths[0] / widths[1], stage.offsetWidth, page.offsetWidth];
    });
    assert.equal(drawn.toFixed(3), '1.000');
    assert.equal(laidOut * 2, room);
    assert.equal(await frame.evaluate(() => innerWidth), laidOut);
    await panel.context.close();
  });
});

test.describe('the guide', () => {
  test('has a page and a call of the server that work as they stand', async () => {
    const guide = readFileSync(new URL('../../docs/embedded-pages.md', import.meta.url), 'utf8');
    const block = (kind) => guide.split(`\n\`\`\`${kind}\n`)[1].split('\n```')[0];
    const page = await startPage(block('html').replace('http://192.168.1.5:9001', portal.url));
    const { id, secret } = await issue('五分钟', `${page.origin}/`);
    await xia.page.goto(`${portal.url}/#/app/page-${id}`);
    await xia.reload();
    await xia.button('打开').click();
    const frame = await xia.frame(page.origin);
    await frame.getByText('你好，林知夏').waitFor();
    await xia.sees('五分钟 · 作业追踪已连接');
    const { token } = await frame.evaluate(() => ClassPortal.connect().then((found) => found.token()));
    const env = { PATH: process.env.PATH, PORTAL: portal.url, SECRET: secret, PAGE_TOKEN: token };
    const { stdout } = await promisify(execFile)('bash', ['-c', block('bash')], { env });
    assert.deepEqual(JSON.parse(stdout).data.user, { user_id: '260101', real_name: '林知夏' });
    page.server.close();
  });
});

test.describe('what a member has agreed to', () => {
  test('asks again when it wants to see more, and goes on until the member agrees', async () => {
    await xia.page.evaluate((id) => (location.hash = `#/app/page-${id}`), tracker.id);
    const frame = await xia.frame(sample.origin);
    await frame.getByText('你好，林知夏').waitFor();
    await frame.evaluate(() => (window.written = 'half a line'));
    await change(tracker.id, { scopes: [...SCOPES, 'countdown:read'] });
    await xia.sees('这个页面现在要得更多');
    await look(xia, 'widened');
    await xia.button('看一看').click();
    await xia.page
      .getByRole('listitem')
      .filter({ hasText: '读取你的倒计时' })
      .getByText('新', { exact: true })
      .waitFor();
    await look(xia, 'consent-again');
    await xia.button('先不同意').click();
    assert.equal(await frame.evaluate(() => window.written), 'half a line');
    await xia.button('看一看').click();
    await xia.button('同意').click();
    await eventually(() => frame.isDetached());
    await (await xia.frame(sample.origin)).getByText('你好，林知夏').waitFor();
    await xia.page.getByText('这个页面现在要得更多').waitFor({ state: 'detached' });
  });

  test('is taken back with a tap: the page closes, and asks again next time', async () => {
    await xia.page.goto(`${portal.url}/#/app/page-${tracker.id}`);
    await xia.reload();
    await xia.frame(sample.origin);
    const shown = xia.window('作业追踪');
    await shown.getByRole('button', { name: '关于这个页面' }).click();
    await look(xia, 'about');
    await xia.button('不再允许').click();
    await shown.waitFor({ state: 'detached' });
    await xia.page.evaluate((id) => (location.hash = `#/app/page-${id}`), tracker.id);
    await xia.sees('打开「作业追踪」之前');
    await xia.button('打开').click();
  });

  test('ends with the session, and the page hears of that', async () => {
    const frame = await xia.frame(sample.origin);
    await frame.getByText('你好，林知夏').waitFor();
    const heard = new Promise((resolve) => {
      xia.page.on('console', (message) => message.text() === 'heard of the sign-out' && resolve());
    });
    await frame.evaluate(() =>
      ClassPortal.connect().then((found) => found.onSignedOut(() => console.log('heard of the sign-out'))),
    );
    await xia.page.evaluate(() => (location.hash = '#/app/settings/about'));
    await xia.button('退出登录').click();
    await heard;
  });
});
