// The way from the six digits on a screen to a panel.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setTimeOffset } from '@/core/time';
import {
  button,
  closeSection,
  dialog,
  field,
  isClosed,
  NOW,
  openSection,
  press,
  server,
  shows,
  startServer,
  type,
  WAITING,
} from './testing';

vi.mock('@/panel/board/BoardView.vue', async () => ({ default: (await import('./testing')).BoardDouble }));

const says = (text: string): Promise<void> => vi.waitFor(() => expect(dialog()?.textContent).toContain(text));

beforeEach(async () => {
  startServer();
  setTimeOffset(NOW - Date.now());
  openSection();
  await shows('教室大屏');
  await press('添加大屏');
  await says('大屏上的六位码');
});
afterEach(async () => {
  vi.useRealTimers();
  await closeSection();
  setTimeOffset(0);
});

it('looks a pasted code up once, shows the screen, and adds it under a free name', async () => {
  type(field(), '482 913');
  await says('1920×1080 · Chrome 80 · 192.168.1.23 · 12 秒前');
  await says('请确认它上面的码是 482 913');
  expect(server.asked).toEqual(['482913']);
  expect(field()?.value).toBe('教室大屏 2');
  await press('确认添加');
  await isClosed();
  expect(server.sent).toEqual([{ call: 'POST ', body: { code: '482913', name: '教室大屏 2', class: '01' } }]);
  await shows('教室大屏 2');
});

it('asks nothing before all digits are there', async () => {
  type(field(), '4829');
  await press('下一步');
  await says('请输入六个数字');
  expect(server.asked).toEqual([]);
});

it('says that no screen has this code, and takes the next one', async () => {
  server.waiting = null;
  type(field(), '111111');
  await says('没有屏幕在等这个码');
  server.waiting = WAITING;
  type(field(), '482913');
  await says('这块屏幕在等待确认');
});

it('counts the wait down after too many codes', async () => {
  server.refusal = { code: 429, retryAfter: '40' };
  type(field(), '111111');
  await says('输入太多次，请 40 秒后再试');
  expect(button('下一步')?.getAttribute('aria-disabled')).toBe('true');
});

it('asks for the new code when the old one runs out while it is looked at', async () => {
  server.waiting = { ...WAITING, expires_at: new Date(NOW + 1500).toISOString() };
  type(field(), '482913');
  await says('这块屏幕在等待确认');
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('这个码已过期'), { timeout: 5000 });
  expect(field()?.value).toBe('');
});

it('asks for the new code when the old one has run out at the confirmation', async () => {
  type(field(), '482913');
  await says('这块屏幕在等待确认');
  server.refusal = { code: 404, slug: 'panel_code_unknown' };
  await press('确认添加');
  await says('这个码已过期');
  type(field(), '4');
  await vi.waitFor(() => expect(dialog()?.textContent).not.toContain('这个码已过期'));
});

it('keeps what was typed when the name is taken, and shows other refusals in their words', async () => {
  type(field(), '482913');
  await says('这块屏幕在等待确认');
  type(field(), '前面');
  server.refusal = { code: 409, slug: 'panel_name_taken' };
  await press('确认添加');
  await says('已经有一块大屏叫这个名字');
  expect(field()?.value).toBe('前面');
  server.refusal = { code: 409, slug: 'panel_too_many', message: '一个班最多 20 块大屏' };
  await press('确认添加');
  await says('一个班最多 20 块大屏');
});

it('goes back to another code', async () => {
  type(field(), '482913');
  await says('这块屏幕在等待确认');
  await press('换一个码');
  await says('大屏上的六位码');
  expect(field()?.value).toBe('');
});
