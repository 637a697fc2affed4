// What a member writes into the field of a room: words by an input method, files and pictures.
import assert from 'node:assert/strict';
import { launch } from './lib/browser.mjs';
import { openChat } from './lib/chat.mjs';
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
    await xia.page.getByText('松开即可发送').waitFor();
    await drag('dragleave', '[role=log]', note);
    await xia.page.getByText('松开即可发送').waitFor({ state: 'detached' });
    assert.equal(await drag('drop', 'textarea', []), false, 'dragged words stay the field’s');
    assert.equal(await drag('drop', '[role=log]', note), true);
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
  test('sends pictures, which open in a viewer', async () => {
    await xia.open(ROOM);
    await xia.page
      .locator('input[type=file]')
      .setInputFiles({ name: '红点.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
    await xia.open(ROOM);
    await mo.open(ROOM);
    await mo.button('查看图片 红点.png').click();
    await mo.page.getByRole('dialog', { name: '红点.png' }).waitFor();
    await mo.page.keyboard.press('+');
    await mo.page.getByText('140%').waitFor();
    await mo.page.keyboard.press('Escape');
  });
});
