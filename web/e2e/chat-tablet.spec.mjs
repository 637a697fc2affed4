// The chat on a school tablet: real Chromium 80, by touch, beside a classmate on a new browser.
import assert from 'node:assert/strict';
import { say, textsOf } from './lib/chat.mjs';
import { hasStarted } from './lib/desktop.mjs';
import { lookAtTablet } from './lib/look.mjs';
import { openTablet } from './lib/old-chromium.mjs';
import { PASSWORD, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const ROOM = 'class_01';
const MANY = 1200;

test.describe.configure({ mode: 'serial' });

let portal, tablet, xia, mo;

test.beforeAll(async () => {
  portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
  await setUp(portal);
  ({ token: xia } = await register(portal, '林知夏', '夏天'));
  ({ token: mo } = await register(portal, '陈默', '默默'));
  await say(portal, mo, ROOM, '早上好');
  tablet = await openTablet();
  await tablet.goto(portal.url);
  await tablet.type('账号', '夏天');
  await tablet.type('密码', PASSWORD);
  await tablet.tap('登录');
  await tablet.sees('每日签到');
});
test.afterAll(async () => {
  await tablet?.close();
  await cleanUp();
});

const look = (name) => lookAtTablet(tablet, `chat-${name}`);
const write = async (text) => {
  await tablet.until('the field', () => {
    const field = document.querySelector('textarea');
    field?.focus();
    return document.activeElement === field;
  });
  await tablet.send('Input.insertText', { text });
  await tablet.tap('发送');
};

test.describe('chat on Chromium 80', () => {
  test('shows the rooms and what is said in them', async () => {
    await tablet.inside((hash) => (location.hash = hash), `#/app/chat/${ROOM}`);
    await tablet.sees('早上好');
    await look('room');
  });

  test('hears at once what others say, and says something itself', async () => {
    await say(portal, mo, ROOM, '今天谁值日？<b>');
    await tablet.sees('今天谁值日？<b>');
    await write('是我');
    await tablet.until('the answer', () =>
      [...document.querySelectorAll('article[data-seq] .words')].some((one) => one.innerText === '是我'),
    );
    assert.equal((await textsOf(portal, mo, ROOM)).filter((text) => text === '是我').length, 1);
  });

  test('opens the menu of a message and answers it', async () => {
    // What the browser makes of a finger that rests on a message.
    await tablet.until('the newest message under the finger', () => {
      const bubble = [...document.querySelectorAll('article[data-seq]')].pop().querySelector('.bubble');
      return !bubble.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    });
    await tablet.sees('复制');
    await look('menu');
    await tablet.tap('回复');
    await tablet.sees('回复 夏天：');
    await write('我来擦黑板');
    await tablet.sees('我来擦黑板');
  });

  test('keeps what is written without a server, and sends it once', async () => {
    await tablet.until('the code of the desktop', hasStarted);
    await portal.kill();
    await write('没有网也写');
    await tablet.sees('未发送');
    await look('queued');
    await portal.restart();
    await tablet.until('the message gone out', () => !document.querySelector('article [role=status]'));
    assert.equal((await textsOf(portal, mo, ROOM)).filter((text) => text === '没有网也写').length, 1);
  });

  test('holds a long history in few elements', async () => {
    // What comes before the tablet has joined again is unread there, and the room would stand at the first of it.
    await say(portal, mo, ROOM, '你又在了吗');
    await tablet.until('the room again', () =>
      [...document.querySelectorAll('article[data-seq] .words')].some((one) => one.innerText === '你又在了吗'),
    );
    const lines = Array.from({ length: MANY }, (_, i) => i);
    while (lines.length > 0)
      await Promise.all(
        lines
          .splice(0, 50)
          .map((i) => say(portal, i % 3 ? mo : xia, ROOM, `第 ${i} 句话，说得长一点，好占两行的地方。`)),
      );
    await say(portal, mo, ROOM, '最后一句');
    await tablet.until('the end', () =>
      [...document.querySelectorAll('article .words')].some((one) => one.innerText === '最后一句'),
    );
    const rows = await tablet.inside(() => document.querySelectorAll('article[data-seq]').length);
    console.log(`${rows} rows of ${MANY} exist`);
    assert.ok(rows < 60, `${rows} rows`);
  });

  test('raised no exception', () => {
    const faults = tablet.logs.filter((line) => /^(exception|error|warning)/.test(line));
    assert.deepEqual(
      faults.filter((line) => !/status of 401|ERR_|WebSocket/.test(line)),
      [],
    );
  });
});
