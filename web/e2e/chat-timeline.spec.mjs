// What a history must hold while nobody looks, while one reads the past, and while the network
// refuses sockets: nothing unseen counts as read, and nothing one writes goes out of sight.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { openChat, say } from './lib/chat.mjs';
import { call, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const ROOM = 'class_01';
const UNREAD = '以下是未读消息';
/** The pause between two marks of what is read, that between two tries to connect, and that until a socket is tried again. */
const TIMERS = [
  { from: 2_000, to: 9_999, by: 10 },
  { from: 10_001, to: 24_000, by: 10 },
  { from: 200_000, to: 400_000, by: 60 },
];
const PATIENT = { timeout: 60_000 };

test.describe.configure({ mode: 'serial' });

let portal, browser, xia, mo, tokens;
const watches = [];
const WRITTEN = 330;
let said = 0;

test.beforeAll(async () => {
  portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
  await setUp(portal);
  tokens = [];
  for (const [real, net] of [
    ['林知夏', '夏天'],
    ['陈默', '默默'],
  ])
    tokens.push((await register(portal, real, net)).token);
  browser = await launch();
  // So many that the pages which scrolling reads after the found message do not reach the present meanwhile.
  await write(WRITTEN, (i) => (i === 5 ? '牛顿第二定律' : `开学 ${i}`));
  await call(portal, 'POST', '/api/chat/read', { token: tokens[1], body: { room: ROOM } });
  xia = await device('夏天', ROOM);
  mo = await device('默默', ROOM);
  await mo.sees(`开学 ${WRITTEN}`);
});
test.afterAll(cleanUp);

async function device(account, room) {
  const one = await openChat(browser, portal, account, { room, timers: TIMERS });
  watches.push(one.watch);
  return one;
}

/** 夏天 says so many things by plain calls; answers the texts. */
async function write(count, text = () => `第 ${(said += 1)} 句`) {
  const texts = Array.from({ length: count }, (_, i) => text(i + 1));
  for (const one of texts) await say(portal, tokens[0], ROOM, one);
  return texts;
}

/** Waits until a text stands inside the visible part of the history. */
const inSight = (who, text) =>
  who.page.waitForFunction((words) => {
    const box = document.querySelector('[role=log]')?.getBoundingClientRect();
    return [...document.querySelectorAll('[role=log] article, [role=log] p')].some((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return one.innerText.includes(words) && top >= box.top && bottom <= box.bottom;
    });
  }, text);

/** Waits until the server counts as unread of a member what a test says. */
async function unreadBecomes(token, isSo) {
  for (;;) {
    const { rooms } = await call(portal, 'GET', '/api/chat/rooms', { token });
    if (isSo(rooms.find(({ room_id }) => room_id === ROOM).unread)) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}

// What the search finds names its room too, and may be there before the list has gone.
const row = (who) =>
  who.page
    .getByRole('region', { name: '聊天列表' })
    .getByRole('button', { name: /01班/ })
    .filter({ hasNotText: '牛顿第二定律' });
const line = (who) => who.log.getByText(UNREAD);

async function goToNewton(who) {
  await who.page.getByRole('searchbox').fill('牛顿');
  await row(who).waitFor({ state: 'detached' });
  await who.button(/牛顿第二定律/, false).click();
  // An answer in the present quotes the same words.
  await who.button(/回到最新/, false).waitFor();
  await inSight(who, '牛顿第二定律');
  await who.page.getByRole('searchbox').fill('');
  await row(who).waitFor();
}

const hide = (who, hidden) =>
  who.page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
const ways = {
  'behind another tab': { leave: () => hide(mo, true), back: () => hide(mo, false) },
  'in a window that was put away': {
    leave: () => mo.button('最小化').click(),
    back: () => mo.page.getByRole('navigation').getByRole('button', { name: /聊天/ }).click(),
  },
};

test.describe('in a history', () => {
  test('what one answers from the past is seen at once, in the present', async () => {
    await goToNewton(xia);
    await xia.choose('牛顿第二定律', '回复');
    await xia.field.fill('加速度与合力成正比');
    await xia.field.press('Enter');
    await inSight(xia, '加速度与合力成正比');
    await xia.sees(`开学 ${WRITTEN}`);
    await mo.sees('加速度与合力成正比');
  });

  test('what cannot be sent from the past is seen too, and where it stands', async () => {
    await goToNewton(xia);
    await portal.kill();
    await xia.field.fill('服务器不在时从过去写');
    await xia.field.press('Enter');
    await inSight(xia, '未发送，连上服务器后自动发送');
    await inSight(xia, '中间还有更新的消息');
    await portal.restart();
    await xia.page.getByText('未发送').waitFor({ state: 'detached', ...PATIENT });
    await inSight(xia, '服务器不在时从过去写');
    await xia.page.getByText('中间还有更新的消息').waitFor({ state: 'detached' });
    await xia.sees('加速度与合力成正比');
    await mo.message('服务器不在时从过去写').waitFor(PATIENT);
  });

  for (const [where, { leave, back }] of Object.entries(ways)) {
    test(`what comes ${where} stays unread, and the line stands before it`, async () => {
      await unreadBecomes(tokens[1], (count) => count === 0);
      await leave();
      const texts = await write(40);
      // The count of the list or, while that cannot be seen, of the dock.
      await mo.page.getByText(/^40/).first().waitFor();
      await unreadBecomes(tokens[1], (count) => count === 40);
      await back();
      await inSight(mo, UNREAD);
      await inSight(mo, texts[0]);
      await row(mo)
        .getByText(/^[1-3]\d\s*条未读$/)
        .waitFor();
      await unreadBecomes(tokens[1], (count) => count > 0 && count < 40);
      await mo.button(/条新消息/, false).click();
      await inSight(mo, texts[39]);
      await unreadBecomes(tokens[1], (count) => count === 0);
      await leave();
      await line(mo).waitFor({ state: 'detached' });
      await back();
    });
  }

  for (const count of [30, 70]) {
    test(`a room that its address opens stands at the first of ${count} unread messages`, async () => {
      await mo.context.close();
      const [first] = await write(count);
      mo = await device('默默', ROOM);
      await inSight(mo, UNREAD);
      await inSight(mo, first);
      // The connection stands, and what is read anew when it comes up has not moved the place.
      await say(portal, tokens[0], 'public', `公共频道 ${count}`);
      await mo.page.getByText(`公共频道 ${count}`).first().waitFor();
      await inSight(mo, UNREAD);
      await inSight(mo, first);
      await mo.button(/条新消息/, false).click();
      await unreadBecomes(tokens[1], (left) => left === 0);
    });
  }
});

test.describe('in a history without sockets', () => {
  test('messages go on coming where sockets are refused, and the socket is found again', async () => {
    let refusing = false;
    const open = [];
    const heard = [];
    await mo.context.routeWebSocket(/\/ws/, (socket) => {
      if (refusing) return socket.close();
      open.push(socket);
      const server = socket.connectToServer();
      server.onMessage((data) => {
        heard.push(String(data));
        socket.send(data);
      });
      return undefined;
    });
    const comesBySocket = async (text) => {
      await say(portal, tokens[0], ROOM, text);
      await mo.message(text).waitFor(PATIENT);
      return heard.some((frame) => frame.includes(text));
    };
    const greeted = async (before) => {
      while (!heard.slice(before).some((frame) => frame.includes('"connected"')))
        await new Promise((done) => setTimeout(done, 100));
    };
    await mo.page.reload();
    await greeted(0);
    assert.equal(await comesBySocket('经过套接字'), true);

    const polled = mo.page.waitForRequest((one) => one.url().includes('/api/chat/poll?'), PATIENT);
    refusing = true;
    await Promise.all(open.splice(0).map((socket) => socket.close()));
    await polled;
    assert.equal(await comesBySocket('经过轮询'), false);
    assert.equal(await comesBySocket('还是轮询'), false);

    const before = heard.length;
    refusing = false;
    await greeted(before);
    assert.equal(await comesBySocket('又经过套接字'), true);
    assert.equal(await mo.log.getByText('经过轮询', { exact: true }).count(), 1);
  });

  test('made no fault on the way', () => {
    const expected = ['ERR_', 'status of 40[19]', 'failed'];
    assert.deepEqual(
      watches.flatMap((watch) => faultsOf(watch, expected)),
      [],
    );
  });
});
