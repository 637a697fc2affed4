// Settings of a panel: each takes effect at once, in the picture before the server has answered.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '@/core/toast';
import {
  button,
  closeSection,
  dialog,
  field,
  openSection,
  PANEL,
  picture,
  press,
  server,
  SETTINGS,
  startServer,
  type,
} from './testing';

vi.mock('@/panel/board/BoardView.vue', async () => ({ default: (await import('./testing')).BoardDouble }));
vi.mock('@/panel/board/parts', async () => ({ BOARD_PARTS: (await import('./testing')).BOARD_PARTS }));

const choose = (value: string): void => dialog()?.querySelector<HTMLElement>(`input[value="${value}"]`)?.click();
const part = (name: string): HTMLInputElement | null | undefined => field(`input[aria-label="${name}"]`);

async function open(): Promise<void> {
  openSection();
  await press('设置');
  await vi.waitFor(() => expect(picture()).toBe('auto without '));
  await vi.waitFor(() => expect(part('值日')).not.toBeNull());
}

beforeEach(startServer);
afterEach(async () => {
  vi.useRealTimers();
  await closeSection();
});

it('shows a change in the picture before the answer, and keeps it', async () => {
  await open();
  let answer = (): void => undefined;
  server.delay = new Promise((resolve) => (answer = resolve));
  choose('dark');
  await vi.waitFor(() => expect(picture()).toMatch(/^dark/));
  part('值日')?.click();
  await vi.waitFor(() => expect(picture()).toBe('dark without duty'));
  await vi.waitFor(() => expect(server.sent).toEqual([{ call: 'PATCH /p1', body: { settings: { theme: 'dark' } } }]));
  answer();
  await vi.waitFor(() => expect(server.sent[1]?.body).toEqual({ settings: { hidden: ['duty'] } }));
  await vi.waitFor(() => expect(server.panels[0]?.settings).toEqual({ ...SETTINGS, theme: 'dark', hidden: ['duty'] }));
  expect(picture()).toBe('dark without duty');
});

it('says over the picture since when the panel has been away', async () => {
  const today = new Date();
  today.setHours(0, 1, 0, 0);
  server.panels = [{ ...PANEL, online: false, seen_at: today.toISOString() }];
  await open();
  expect(dialog()?.textContent).toContain('离线 · 最后在线 00:01，画面可能已变');
});

it('takes a change back that the server has refused, and says why', async () => {
  await open();
  server.refusal = { code: 503, message: '服务暂时不可用' };
  choose('dark');
  await vi.waitFor(() => expect(toasts.value[0]?.text).toBe('服务暂时不可用'));
  await vi.waitFor(() => expect(picture()).toMatch(/^auto/));
  expect(field('input[value="auto"]')?.checked).toBe(true);
});

it('sends sizes as numbers, language and seconds', async () => {
  await open();
  choose('1.15');
  choose('en');
  part('时钟显示秒')?.click();
  await vi.waitFor(() => expect(server.sent).toHaveLength(3));
  expect(server.sent.map(({ body }) => body)).toEqual([
    { settings: { text_scale: 1.15 } },
    { settings: { language: 'en' } },
    { settings: { seconds: false } },
  ]);
});

it('says of a part that its app is off, or that it has nothing to show', async () => {
  await open();
  const hint = (name: string): string => part(name)?.closest('label')?.querySelector('.hint')?.textContent ?? '';
  expect(hint('课表')).toBe('');
  expect(hint('作业')).toBe('现在没有内容');
  expect(hint('天气')).toBe('这个应用已关闭，大屏上不显示');
});

it('switches the night on with usual times, and sends others once they are typed', async () => {
  await open();
  part('夜间变暗')?.click();
  await vi.waitFor(() => expect(field('input[type="time"]')?.value).toBe('22:30'));
  type(field('input[type="time"]'), '02:00');
  type(field('input[type="time"]'), '21:00');
  await vi.waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent.map(({ body }) => body)).toEqual([
    { settings: { night: { from: '22:30', until: '06:00' } } },
    { settings: { night: { from: '21:00', until: '06:00' } } },
  ]);
  type(field('input[type="time"]'), '06:00');
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('开始和结束不能相同'));
});

it('sends what was typed last when the sheet is closed', async () => {
  server.panels = [{ ...PANEL, settings: { ...SETTINGS, night: { from: '22:00', until: '06:00' } } }];
  await open();
  type(field('input[type="time"]'), '20:00');
  button('关闭')?.click();
  await vi.waitFor(() =>
    expect(server.sent[0]?.body).toEqual({ settings: { night: { from: '20:00', until: '06:00' } } }),
  );
});
