// Files of questions to the AI chat: a picture and a text reach the provider, stay with the question over a reload and a
// regeneration, and what no model reads says so before it is sent.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const MEMBER = '许安然';

test.describe.configure({ mode: 'serial' });

let portal, browser, tokens, provider, page, watch, context;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));
/** What the provider was asked, the newest last. */
const asked = [];

/** A provider that keeps what it is asked, and answers with one word. */
async function startRecorder() {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    asked.push(JSON.parse(Buffer.concat(parts).toString()));
    const chunk = (delta, finish_reason) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(`${chunk({ role: 'assistant', content: '看到了' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

test.beforeAll(async () => {
  // The provider is on this machine.
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.0/8', RATE_LIMIT_AI: '0' });
  tokens = await school(portal);
  provider = await startRecorder();
  const api_url = `http://127.0.0.1:${provider.address().port}/v1`;
  for (const [label, sees] of [
    ['只读字', false],
    ['看得见', true],
  ]) {
    const can = { supports_images: sees, supports_thinking: sees, supports_search: sees };
    await as(ADMIN, 'POST', '/api/ai-chat/admin/models', { label, model: label, api_url, api_key: 'x', ...can });
  }
  browser = await launch();
  ({ page, watch, context } = await openApp(MEMBER, 'ai/new'));
});
test.afterAll(async () => {
  provider?.close();
  await cleanUp();
});

const button = (name) => page.getByRole('button', { name, exact: true });
const field = () => page.getByRole('textbox', { name: '向 AI 提问' });
const chosen = () => page.getByRole('list', { name: '要问的图片和文件' });
const chooser = () => page.locator('input[type=file]');
const shows = (text) => page.getByText(text).first().waitFor();
const textFile = (name, words) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) });

/** A picture as a camera takes it: large, and with a colour in each corner. */
const photo = () =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 2000 });
    const brush = canvas.getContext('2d');
    ['#c33', '#3a3', '#33c', '#cc3'].forEach((color, i) => {
      brush.fillStyle = color;
      brush.fillRect((i % 2) * 1500, Math.floor(i / 2) * 1000, 1500, 1000);
    });
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1];
  });

/** Gives the page files as a paste or a drop does. */
function give(kind, selector, files) {
  return page.evaluate(
    ([how, where, list]) => {
      const data = new DataTransfer();
      for (const { name, mime, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mime }));
      }
      const init = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent(how, { ...init, clipboardData: data })
          : new DragEvent(how, { ...init, dataTransfer: data });
      document.querySelector(where).dispatchEvent(event);
    },
    [kind, selector, files],
  );
}

/** What the model was shown of the newest question: its pictures, and its text. */
function shown() {
  const { content } = asked[asked.length - 1].messages.findLast(({ role }) => role === 'user');
  if (typeof content === 'string') return { images: [], text: content };
  return {
    images: content.filter(({ type }) => type === 'image_url').map(({ image_url: { url } }) => url),
    text: content.find(({ type }) => type === 'text').text,
  };
}

/** Width and height of a picture that the provider got. */
const sizeOf = (url) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, url);

const look = (name) => lookAt(page, 'ai-files', name);

test('a model that sees no pictures is changed before a picture is asked about', async () => {
  const base64 = await photo();
  await field().focus();
  await give('paste', 'textarea', [{ name: '受力图.jpg', mime: 'image/jpeg', base64 }]);
  await chosen().getByRole('img', { name: '受力图.jpg' }).waitFor();
  await shows('“只读字”看不了图片');
  await field().fill('这道题怎么做？');
  await page.keyboard.press('Enter');
  assert.equal(asked.length, 0);
  await look('blind');
  await button('换用“看得见”').click();
  await button('模型：看得见').waitFor();
});

test('a picture and a text are asked about, the picture made smaller', async () => {
  const note = [{ name: '笔记.md', mime: '', base64: Buffer.from('# 惯性\n作业：第三章').toString('base64') }];
  await give('dragover', '.view', note);
  await shows('松开即可添加');
  await give('drop', '.view', note);
  await chosen().getByText('笔记.md').waitFor();
  await expect(page.getByText('文件上传好就能发送')).toHaveCount(0);
  await look('chosen');
  // The draft keeps them.
  await page.reload();
  await chosen().getByRole('img', { name: '受力图.jpg' }).waitFor();
  await chosen().getByText('笔记.md').waitFor();
  await expect(field()).toHaveValue('这道题怎么做？');
  await field().focus();
  await page.keyboard.press('Enter');
  await shows('看到了');
  const { images, text } = shown();
  assert.match(text, /（文件 笔记\.md）\n# 惯性\n作业：第三章\n（文件结束）\n\n这道题怎么做？/);
  assert.match(images[0], /^data:image\/jpeg;base64,/);
  assert.deepEqual([images.length, await sizeOf(images[0])], [1, [1568, 1045]]);
  await expect(chosen()).toHaveCount(0);
  await look('asked');
});

test('a question keeps its files when it is read anew, asked anew and changed', async () => {
  await page.reload();
  await page.getByRole('button', { name: '查看图片 受力图.jpg' }).click();
  await page.getByRole('dialog', { name: '受力图.jpg' }).getByRole('button', { name: '放大' }).click();
  await shows('140%');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /笔记\.md/ }).waitFor();
  await button('重新生成').click();
  await expect.poll(() => asked.length).toBe(2);
  assert.equal(shown().images.length, 1);
  await button('修改问题').click();
  await chosen().getByText('笔记.md').waitFor();
  await button('移除 笔记.md').click();
  await look('edit');
  await field().fill('只看图呢？');
  await page.keyboard.press('Enter');
  await expect.poll(() => asked.length).toBe(3);
  assert.deepEqual([shown().images.length, shown().text.startsWith('只看图呢？')], [1, true]);
  await button('修改问题').waitFor();
});

test('what no model reads, and what does not get through, says so', async () => {
  await chooser().setInputFiles([
    { name: '作文.docx', mimeType: 'application/zip', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) },
    textFile('词典.txt', 'x'.repeat(300 * 1024)),
  ]);
  await chosen().getByText('只能读图片和纯文本文件').waitFor();
  await chosen().getByText('太大，文本文件最多 256 KB').waitFor();
  await shows('有文件没有添加成功，请移除或重试');
  await look('refused');
  await button('移除 作文.docx').click();
  await button('移除 词典.txt').click();
  await page.route('**/api/cloud/files?*', (route) => route.abort());
  await chooser().setInputFiles(['1', '2', '3', '4', '5'].map((n) => textFile(`${n}.txt`, n)));
  await shows('一次最多 4 个文件，其余没有添加');
  // Not all are sent at once: one that is sent after the fault is over arrives.
  await button('重新上传 4.txt').waitFor();
  await page.unroute('**/api/cloud/files?*');
  for (const n of [1, 2, 3]) await button(`移除 ${n}.txt`).click();
  await button('重新上传 4.txt').click();
  await expect(page.getByText('有文件没有添加成功，请移除或重试')).toHaveCount(0);
  await field().fill('读一下');
  await expect(button('发送')).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Enter');
  await expect.poll(() => asked.length).toBe(4);
  assert.match(shown().text, /^（文件 4\.txt）\n4\n/);
  assert.deepEqual(faultsOf(watch, ['ERR_FAILED']), []);
  await context.close();
});

test('a phone takes them in English', async () => {
  const phone = await openApp(MEMBER, 'ai/new', 'phone', { language: 'en' });
  ({ page, watch } = phone);
  const buffer = Buffer.from(await photo(), 'base64');
  const picture = { name: '受力图.jpg', mimeType: 'image/jpeg', buffer };
  await chooser().setInputFiles([picture, textFile('a.csv', '姓名,分数')]);
  await page.getByRole('img', { name: '受力图.jpg' }).waitFor();
  await page.getByRole('textbox', { name: 'Ask the AI' }).fill('Which colours are these?');
  await expect(button('Send')).not.toHaveAttribute('aria-disabled');
  await look('phone');
  await button('Send').click();
  await shows('看到了');
  await look('phone-asked');
  assert.deepEqual(faultsOf(watch), []);
  await phone.context.close();
});
