// How far a switch reaches where there are two classes, as the console shows it; and where the page may
// connect to.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MATE = '许安然';
const OF_OTHER_CLASS = '郑爽朗';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

test.describe.configure({ mode: 'serial' });

let portal, browser, tokens, chatPort;
const { open, openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  chatPort = await freePort();
  portal = await startPortal({ CLAIM_CODES: '1', WS_PORT: String(chatPort) });
  tokens = await school(portal);
  browser = await launch();
});
test.afterAll(cleanUp);

const isOff = async (who) => (await as(who, 'GET', '/api/system/app-control')).disabled_apps.includes('countdown');

test.describe('switches in a portal of two classes', () => {
  test('a class admin switches for the own class, and sees what holds from above', async () => {
    const { page, watch, context, button, shows, console: desk } = await open(CLASS_ADMIN, 'apps');
    await shows('只对「1 班」生效');
    const toggle = page.getByRole('switch', { name: '倒计时' });
    await toggle.waitFor();
    await desk.getByText('倒计时', { exact: true }).last().click();
    const ask = page.getByRole('dialog', { name: '关闭「倒计时」？' });
    await ask.getByText('只对「1 班」生效').waitFor();
    await ask.getByRole('button', { name: '关闭', exact: true }).last().click();
    await shows('「倒计时」已关闭');
    assert.deepEqual([await isOff(MATE), await isOff(OF_OTHER_CLASS), await isOff(ADMIN)], [true, false, true]);

    // What others switch shows by itself.
    await as(ADMIN, 'PUT', '/api/system/app-control', { app_name: 'countdown', enabled: false });
    await shows('全校已关闭，只有系统管理员能打开');
    assert.equal(await toggle.isDisabled(), true);
    await as(ADMIN, 'PUT', '/api/system/app-control', { app_name: 'countdown', enabled: true });
    assert.deepEqual([await isOff(MATE), await isOff(OF_OTHER_CLASS)], [true, false]);

    await as(ADMIN, 'PUT', '/api/admin/lock-screen', { enabled: true });
    // The class admin goes on at this device; the console says why nothing can be unlocked here.
    await button('只在这台设备上继续').click();
    await shows('全校的锁屏还开着');
    assert.equal(await button('解除锁定').isDisabled(), true);
    await as(ADMIN, 'PUT', '/api/admin/lock-screen', { enabled: false });
    // A page that starts before it has heard of the switch asks the app once, and is refused.
    assert.deepEqual(
      faultsOf(watch).filter((fault) => !fault.includes('404') || !fault.includes('/api/countdown')),
      [],
    );
    await context.close();
  });

  test('an admin of all classes chooses whose switches they are', async () => {
    const { page, context, shows, console: desk } = await open(ADMIN, 'apps');
    await shows('对全部班级生效');
    const toggle = page.getByRole('switch', { name: '倒计时' });
    assert.equal(await toggle.isChecked(), true);
    await page.getByLabel('对谁生效').selectOption({ label: '1 班' });
    await shows('只对「1 班」生效');
    assert.equal(await toggle.isChecked(), false);
    await desk.getByText('倒计时', { exact: true }).last().click();
    await shows('「倒计时」已打开');
    assert.equal(await isOff(MATE), false);
    await context.close();
  });

  test('a lock of one class leaves the other at work, and those who may lift theirs', async () => {
    const mate = await openApp(CLASS_ADMIN, 'countdown');
    const other = await openApp(OF_OTHER_CLASS, 'countdown');
    const locked = (one) => one.page.getByRole('dialog', { name: '已锁屏' });
    await other.page.getByRole('dialog', { name: '倒计时' }).waitFor();
    await mate.page.getByRole('dialog', { name: '倒计时' }).waitFor();
    await as(CLASS_ADMIN, 'PUT', '/api/admin/lock-screen', { enabled: true });
    await locked(mate).waitFor();
    assert.equal(await locked(other).count(), 0);
    await as(ADMIN, 'PUT', '/api/admin/lock-screen', { enabled: true });
    await locked(other).waitFor();
    // Had the class's lock been told here too, the curtain would name both.
    await other.shows('全校屏幕已锁定，由系统管理员解除');
    // The class's own goes; the portal's stays, and the curtain says so.
    await mate.shows('全校和全班的屏幕都已锁定');
    await mate.page.getByRole('button', { name: '解除「1 班」锁屏' }).click();
    await mate.shows('全校屏幕已锁定，由系统管理员解除');
    assert.equal(await mate.page.getByRole('button', { name: /解除.*锁屏/ }).count(), 0);
    await as(ADMIN, 'PUT', '/api/admin/lock-screen', { enabled: false });
    await locked(mate).waitFor({ state: 'detached' });
    await locked(other).waitFor({ state: 'detached' });
    await mate.context.close();
    await other.context.close();
  });
});

test.describe('in a portal of two classes', () => {
  test('a class admin is told that the server is not theirs alone', async () => {
    const { page, context, shows } = await open(CLASS_ADMIN, 'server');
    await shows('有多个班级时，只有系统管理员能停止、重启和切换模式');
    assert.equal(await page.getByRole('button', { name: '停止', exact: true }).count(), 0);
    await context.close();
  });

  test('the page opens the chat socket on both ports and nothing on another host', async () => {
    const { page, context } = await openApp(MATE, 'countdown');
    const attempt = (url) =>
      page.evaluate(
        (address) =>
          new Promise((done) => {
            document.addEventListener('securitypolicyviolation', () => done('refused by the policy'), { once: true });
            let socket;
            try {
              socket = new WebSocket(address);
            } catch {
              return;
            }
            socket.addEventListener('open', () => done('open'));
            socket.addEventListener('error', () => setTimeout(() => done('failed'), 100));
          }),
        url,
      );
    const { host, hostname } = new URL(portal.url);
    assert.equal(await attempt(`ws://${host}/ws`), 'open');
    assert.equal(await attempt(`ws://${hostname}:${chatPort}/`), 'open');
    assert.equal(await attempt(`ws://localhost:${chatPort}/`), 'refused by the policy');
    await context.close();
  });
});
