// A removal needs a reason, which its author reads.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import RemoveDialog from './RemoveDialog.vue';

let app: App;
let root: HTMLElement;
let sent: unknown[];
let said: string[];

beforeEach(() => {
  sent = [];
  said = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    const body = JSON.stringify({ code: 200, message: '', data: null });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  });
  root = document.body.appendChild(document.createElement('div'));
  const content = { kind: 'post' as const, id: '7', quote: '食堂的汤', author: '默默' };
  const hears = { onDone: () => said.push('done'), onClose: () => said.push('close') };
  app = createApp(() => h(RemoveDialog, { ...content, ...hears }));
  app.mount(root);
});
afterEach(() => {
  app.unmount();
  root.remove();
  vi.unstubAllGlobals();
});

const button = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (entry) => entry.textContent?.trim() === name,
  ) as HTMLElement;
const fault = (): string => document.querySelector('.field-error')?.textContent ?? '';

it('says that the reason is missing, and takes one of the common ones', async () => {
  expect(document.body.textContent).not.toContain('选填');
  button('删除').click();
  await vi.waitFor(() => expect(fault()).toBe('请写明原因'));
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('textarea')));
  expect(sent).toEqual([]);
  button('广告刷屏').click();
  await vi.waitFor(() => expect(fault()).toBe(''));
  button('删除').click();
  await vi.waitFor(() => expect(said).toEqual(['done', 'close']));
  expect(sent).toEqual([{ kind: 'post', id: '7', reason: '广告刷屏' }]);
});
