// The list of panels: what each shows, and what happens to one that is renamed or removed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { appPath, setAppPath } from '@/core/app-path';
import { prefill } from '@/core/prefill';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import { serverNow } from '@/core/time';
import { toasts } from '@/core/toast';
import {
  button,
  closeSection,
  dialog,
  field,
  isClosed,
  openSection,
  PANEL,
  picture,
  press,
  server,
  shows,
  startServer,
  type,
} from './testing';

vi.mock('@/panel/board/BoardView.vue', async () => ({ default: (await import('./testing')).BoardDouble }));

beforeEach(startServer);
afterEach(async () => {
  vi.useRealTimers();
  await closeSection();
});

it('lists panels with what they show, and draws them', async () => {
  server.panels = [PANEL, { ...PANEL, id: 'p2', name: '后墙', online: false, state: null, seen_at: null }];
  openSection();
  await shows('正在显示：班级看板 · 1920×1080');
  await shows('还没连上过');
  await vi.waitFor(() => expect(picture()).toContain('auto without'));
});

it('says since when a panel has been away', async () => {
  const today = new Date();
  today.setHours(0, 1, 0, 0);
  server.panels = [{ ...PANEL, online: false, seen_at: today.toISOString() }];
  const root = openSection();
  await shows('00:01 起离线');
  await shows('离线前显示');
  expect(root.querySelector('.off')).not.toBeNull();
});

it('explains in three steps how the first one is added', async () => {
  server.panels = [];
  openSection();
  await shows('还没有教室大屏');
  await shows(`${location.origin}/panel`);
  await press('添加大屏');
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('大屏上的六位码'));
});

it('says that a panel is behind, once it has had the time to report', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  server.board.revision = 'r2';
  openSection();
  await vi.waitFor(() => expect(picture()).not.toBe(''));
  expect(document.body.textContent).not.toContain('大屏还没显示最新内容');
  await vi.advanceTimersByTimeAsync(8000);
  await shows('大屏还没显示最新内容');
});

it('draws a panel that is away grey and at the present time', async () => {
  server.panels = [{ ...PANEL, online: false, seen_at: '2026-11-19T02:00:00.000Z' }];
  const root = openSection();
  await vi.waitFor(() => expect(root.querySelector('.off output')).not.toBeNull());
  const drawnAt = Number(root.querySelector<HTMLElement>('output')?.dataset.now);
  expect(Math.abs(drawnAt - serverNow())).toBeLessThan(3000);
});

it('says over the picture of a panel that is away that it is none of the screen', async () => {
  const today = new Date();
  today.setHours(0, 1, 0, 0);
  const away = { ...PANEL, online: false };
  server.panels = [{ ...away, seen_at: today.toISOString() }];
  openSection();
  await shows('离线 · 最后在线 00:01，画面可能已变');
  server.panels = [{ ...away, seen_at: null, state: null }];
  await queryClient.invalidateQueries();
  await shows('还没连上过 · 连上后会是这样');
  server.panels = [PANEL];
  await queryClient.invalidateQueries();
  await vi.waitFor(() => expect(document.querySelector('.off')).toBeNull());
  expect(document.body.textContent).not.toContain('离线');
});

it('draws the view that a panel has reported, whatever its board would show', async () => {
  const { state } = PANEL;
  const view = (): string | undefined => document.querySelector<HTMLElement>('output')?.dataset.view;
  server.board.parts = { lock: { locked: true } };
  openSection();
  await vi.waitFor(() => expect(view()).toBe('board'));
  server.panels = [{ ...PANEL, state: state && { ...state, view: 'lock' } }];
  await queryClient.invalidateQueries();
  await vi.waitFor(() => expect(view()).toBe('lock'));
  server.panels = [{ ...PANEL, state: state && { ...state, view: 'exam' } }];
  await queryClient.invalidateQueries();
  await vi.waitFor(() => expect(document.querySelector('[role="img"]')?.textContent).toBe('正在显示：考试时钟'));
});

it('removes a panel after saying what the screen will show', async () => {
  openSection();
  await press('移除');
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('屏幕上会出现一个新的六位码'));
  expect(server.sent).toEqual([]);
  await press('移除');
  await isClosed();
  expect(server.sent).toEqual([{ call: 'DELETE /p1' }]);
  expect(toasts.value[0]?.text).toBe('已移除「教室大屏」');
  await shows('还没有教室大屏');
});

it('renames a panel, and says which name is taken', async () => {
  openSection();
  await press('改名');
  await vi.waitFor(() => expect(field()?.value).toBe('教室大屏'));
  type(field(), '');
  await press('保存');
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('名称需要 1–20 个字'));
  type(field(), '后墙');
  server.refusal = { code: 409, slug: 'panel_name_taken', message: '重名' };
  await press('保存');
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('已经有一块大屏叫这个名字'));
  expect(dialog()?.textContent).not.toContain('重名');
  server.refusal = null;
  await press('保存');
  await isClosed();
  expect(server.sent[1]).toEqual({ call: 'PATCH /p1', body: { name: '后墙' } });
  await shows('后墙');
});

it('opens the pairing by the link that the screen shows, and goes back to its own', async () => {
  setAppPath('admin', 'panels/482913');
  openSection();
  await shows('1920×1080 · Chrome 80 · 192.168.1.23');
  button('关闭')?.click();
  await isClosed();
  expect(appPath('admin')).toBe('panels');
  prefill('panel-pairing', '');
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('大屏上的六位码'));
});

it('tells an admin of all classes whose panel each is', async () => {
  updateUser({ user_id: '260100', is_admin: 1 } as UserInfo);
  server.panels = [PANEL, { ...PANEL, id: 'p2', name: '后墙', class: '02' }];
  openSection();
  await shows('2 班');
  expect(document.querySelector('select')?.value).toBe('');
});

it('names a class for an admin who is of none', async () => {
  updateUser({ user_id: '260000', is_admin: 1 } as UserInfo);
  setAppPath('admin', 'panels/482913');
  openSection();
  await shows('1920×1080 · Chrome 80 · 192.168.1.23');
  await vi.waitFor(() => expect(dialog()?.querySelector('select')?.value).toBe('01'));
  await press('确认添加');
  await vi.waitFor(() => expect(server.sent[0]?.body).toMatchObject({ class: '01', name: '教室大屏 2' }));
});

it('closes what is open over a panel that somebody else has removed', async () => {
  openSection();
  await press('设置');
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('「教室大屏」的设置'));
  server.panels = [];
  await queryClient.invalidateQueries();
  await isClosed();
});
