// What a member writes into the field of a room: words by an input method, files and pictures.
import assert from 'node:assert/strict';
import { launch } from './lib/browser.mjs';
import { openChat, textsOf } from './lib/chat.mjs';
import { call, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

const ROOM = 'class_01';
const PAIR = 'private:260101:260102';
/** A picture of one red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let portal, browser, xia, mo, tokens;

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
  xia = await openChat(browser, portal, '夏天', { room: ROOM });
  mo = await openChat(browser, portal, '默默', { room: ROOM });
});
test.afterAll(cleanUp);

const chosen = (who) => who.page.getByRole('list', { name: '待发送的图片和文件' });

test.describe('the field of a room', () => {
  test('takes a file that is dragged in, and a picture that is pasted', async () => {
    await xia.open(PAIR.replaceAll(':', '-'));
    await xia.page.getByRole('log').waitFor();
    const drag = (type, target, files) =>
      xia.page.evaluate(
        ([kind, where, list]) => {
          const data = new DataTransfer();
          for (const { name, mime, base64 } of list) {
            const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
            data.items.add(new File([bytes], name, { type: mime }));
          }
          if (list.length === 0) data.setData('text/plain', '一些字');
          const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
          return !document.querySelector(where).dispatchEvent(event);
        },
        [type, target, files],
      );
    const note = [{ name: '笔记.txt', mime: 'text/plain', base64: Buffer.from('作业：第三章').toString('base64') }];
    await drag('dragover', '[role=log]', note);
    await xia.page.getByText('松开即可添加').waitFor();
    await drag('dragleave', '[role=log]', note);
    await xia.page.getByText('松开即可添加').waitFor({ state: 'detached' });
    assert.equal(await drag('drop', 'textarea', []), false, 'dragged words stay the field’s');
    assert.equal(await drag('drop', '[role=log]', note), true);
    await chosen(xia).getByText('笔记.txt').waitFor();
    await xia.page.getByText('松开即可添加').waitFor({ state: 'detached' });
    await xia.field.press('Enter');
    await xia.message('笔记.txt').getByText('下载').or(xia.message('笔记.txt').getByRole('link')).first().waitFor();

    await xia.field.focus();
    const paste = (picture, words) =>
      xia.page.evaluate(
        ([base64, text]) => {
          const data = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
          data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
          if (text) data.setData('text/plain', text);
          if (text) data.setData('text/html', `<p>${text}</p>`);
          const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
          return !document.querySelector('textarea').dispatchEvent(event);
        },
        [picture, words],
      );
    assert.equal(await paste(PNG, '表格里的字'), false, 'words of an office program stay words');
    assert.equal(await paste(PNG, ''), true);
    await chosen(xia).getByRole('img', { name: 'image.png' }).waitFor();
    assert.equal((await textsOf(portal, tokens[1], PAIR)).length, 1, 'nothing goes out before it is sent');
    await xia.field.press('Enter');
    await xia.page.getByRole('button', { name: '查看图片 image.png' }).waitFor();
    const kinds = (await call(portal, 'GET', `/api/chat/messages?room=${PAIR}`, { token: tokens[1] })).messages.map(
      ({ type }) => type,
    );
    assert.deepEqual(kinds, ['file', 'image']);
  });

  test('Enter chooses a word of the input method first, and sends afterwards', async () => {
    await xia.field.fill('你好');
    const enter = (more) =>
      xia.field.evaluate(
        (field, init) =>
          !field.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
          ),
        more,
      );
    assert.equal(await enter({ isComposing: true }), false);
    assert.equal(await enter({ keyCode: 229 }), false);
    assert.equal(await enter({ shiftKey: true }), false, 'a new line');
    assert.equal(await xia.field.inputValue(), '你好');
    assert.equal(await enter({}), true);
    await xia.sees('你好');
    const composed = await xia.context.newCDPSession(xia.page);
    await composed.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
    assert.equal(await xia.field.inputValue(), 'nihao');
    await composed.send('Input.insertText', { text: '再见' });
    await xia.field.press('Enter');
    await xia.sees('再见');
  });
});

test.describe('the field of a room, given pictures,', () => {
  test('keeps them until they are sent with their caption, and they open in a viewer', async () => {
    await xia.open(ROOM);
    const png = Buffer.from(PNG, 'base64');
    const file = (name, mimeType, buffer) => ({ name, mimeType, buffer });
    await xia.page
      .locator('input[type=file]')
      .setInputFiles([
        file('红点.png', 'image/png', png),
        file('多余.png', 'image/png', png),
        file('蓝点.png', 'image/png', Buffer.concat([png, Buffer.from('2')])),
        file('空.txt', 'text/plain', Buffer.alloc(0)),
      ]);
    await xia.page.getByText('「空.txt」是空文件').waitFor();
    await chosen(xia).getByRole('button', { name: '移除 多余.png' }).click();
    // The window may be closed meanwhile, and another room be read.
    await xia.open(PAIR.replaceAll(':', '-'));
    await xia.page.getByRole('button', { name: /01班/ }).getByText('2 个待发送的文件').waitFor();
    await xia.button('关闭').click();
    await xia.open(ROOM);
    assert.equal(await chosen(xia).getByRole('img').count(), 2);
    assert.deepEqual(await textsOf(portal, tokens[1], ROOM), []);
    await xia.page.getByPlaceholder('添加说明（可不填）').fill('黑板上的题');
    await xia.field.press('Enter');
    await xia.sent('黑板上的题');
    await chosen(xia).waitFor({ state: 'detached' });
    const { messages } = await call(portal, 'GET', `/api/chat/messages?room=${ROOM}`, { token: tokens[1] });
    assert.deepEqual(
      messages.map((one) => one.file?.name ?? one.content),
      ['红点.png', '蓝点.png', '黑板上的题'],
    );
    await mo.open(ROOM);
    await mo.button('查看图片 红点.png').click();
    await mo.page.getByRole('dialog', { name: '红点.png' }).waitFor();
    await mo.page.keyboard.press('+');
    await mo.page.getByText('140%').waitFor();
    await mo.page.keyboard.press('Escape');
  });
});

test.describe('the field of a room on a phone', () => {
  test('sends by the key of the keyboard, breaks lines by a button, and its menu opens under a resting finger', async () => {
    const phone = await openChat(browser, portal, '夏天', { size: 'phone', room: PAIR.replaceAll(':', '-') });
    assert.equal(await phone.page.getByRole('heading', { name: '聊天', exact: true }).count(), 0, 'one head, not two');
    await phone.page.getByRole('heading', { name: '默默' }).waitFor();
    await phone.field.pressSequentially('第一行');
    await phone.button('换行').click();
    await phone.field.pressSequentially('第二行');
    // As an input method of a phone: it reports no key.
    const breaks = await phone.field.evaluate((field) =>
      field.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'insertLineBreak', bubbles: true, cancelable: true }),
      ),
    );
    assert.equal(breaks, false);
    await phone.sent('第二行');
    assert.equal((await textsOf(portal, tokens[1], PAIR)).at(-1), '第一行\n第二行');
    const { x, y } = await phone.message('第二行').locator('.bubble').boundingBox();
    const touches = await phone.context.newCDPSession(phone.page);
    const touch = (type, touchPoints) => touches.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x: x + 20, y: y + 15 }]);
    await phone.page.getByRole('dialog', { name: '消息操作' }).waitFor();
    await touch('touchEnd', []);
    await phone.button('撤回').click();
    await phone.button('重新编辑').click();
    assert.equal(await phone.field.inputValue(), '第一行\n第二行');
    await phone.field.fill('');
    await phone.context.close();
  });
});
