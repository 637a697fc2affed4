// The section with a server of its own, for its tests. The board of the pictures is a double, which tells what it got.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { expect, vi } from 'vitest';
import { createApp, defineComponent, h, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { setAppPath } from '@/core/app-path';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import { toasts } from '@/core/toast';
import type { Board, PanelSettings } from '@/panel/types';
import { viewAt } from '@/panel/view';
import PanelsSection from './PanelsSection.vue';
import type { Panel, Waiting } from './types';

export const NOW = Date.parse('2026-11-20T02:00:00.000Z');
export const SETTINGS: PanelSettings = {
  language: 'zh',
  theme: 'auto',
  text_scale: 1,
  seconds: true,
  hidden: [],
  night: null,
};
export const PANEL: Panel = {
  id: 'p1',
  name: '教室大屏',
  class: '01',
  settings: SETTINGS,
  online: true,
  seen_at: '2026-11-20T01:59:30.000Z',
  created_at: '2026-11-01T02:00:00.000Z',
  confirmed_by: '安然',
  state: {
    revision: 'r1',
    view: 'board',
    width: 1920,
    height: 1080,
    pixel_ratio: 1,
    shown: { broadcasts: [], announcements: [] },
  },
};
export const WAITING: Waiting = {
  code: '482913',
  width: 1920,
  height: 1080,
  pixel_ratio: 1,
  browser: 'Chrome 80',
  address: '192.168.1.23',
  asked_at: new Date(NOW - 12_000).toISOString(),
  expires_at: new Date(NOW + 300_000).toISOString(),
};

interface Server {
  panels: Panel[];
  board: Omit<Board, 'panel'>;
  waiting: Waiting | null;
  /** Requests that change something, in order. */
  sent: { call: string; body?: unknown }[];
  /** Codes that were looked up. */
  asked: string[];
  refusal: { code: number; slug?: string; message?: string; retryAfter?: string } | null;
  /** What a change waits for. */
  delay: Promise<void>;
}

/** What the server has and what it was asked, anew with each test. */
export const server = {} as Server;

/** Stands in the place of the board: says its theme, what it does not show, its view and the time that it is drawn at. */
export const BoardDouble = defineComponent({
  props: { board: Object, now: Number, still: Boolean },
  setup: (props) => () => {
    const board = props.board as Board;
    const { settings } = board.panel;
    const marks = { 'data-now': props.now, 'data-view': viewAt(board, props.now ?? 0).name };
    return h('output', marks, `${settings.theme} without ${settings.hidden.join()}`);
  },
});
/** What the board can show, in the place of what the apps bring. */
export const BOARD_PARTS = [
  { name: 'timetable', label: { zh: '课表', en: 'Timetable' } },
  { name: 'duty', label: { zh: '值日', en: 'Duty' } },
  { name: 'homework', label: { zh: '作业', en: 'Homework' } },
  { name: 'weather', label: { zh: '天气', en: 'Weather' } },
];

const answerOf = (data: unknown, code = 200, more = {}, headers = {}): Response =>
  new Response(JSON.stringify({ code, message: '', data, ...more }), {
    status: code,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

function refuse({ retryAfter, ...refusal }: NonNullable<Server['refusal']>): Response {
  return answerOf(null, refusal.code, refusal, retryAfter ? { 'Retry-After': retryAfter } : {});
}

function read(path: string): Response {
  if (path === '/api/admin/panels') return answerOf({ panels: server.panels });
  if (path.endsWith('/pre-records')) return answerOf({ pre_records: { class01: {}, class02: {} } });
  if (path.includes('/pairing/')) {
    server.asked.push(path.split('/').pop() ?? '');
    if (server.refusal) return refuse(server.refusal);
    return server.waiting ? answerOf(server.waiting) : answerOf(null, 404, { slug: 'panel_code_unknown' });
  }
  const panel = server.panels.find(({ id }) => path.includes(`/${id}/board`));
  if (!panel) return answerOf(null, 404);
  const { id, name, settings } = panel;
  return answerOf({ board: { ...server.board, panel: { id, name, settings } }, server_time: NOW });
}

function batch(url: URL): Response {
  const paths = JSON.parse(url.searchParams.get('paths') ?? '[]') as string[];
  const answers = paths.map(async (path) => {
    const answer = read(path.split('?')[0] ?? '');
    return { path, status: answer.status, body: await answer.json() };
  });
  return {
    ok: true,
    headers: new Headers(),
    json: async () => ({ data: { answers: await Promise.all(answers) } }),
  } as Response;
}

async function reply(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname;
  if (path === '/api/batch') return batch(url);
  if (request.method === 'GET') return read(path);
  const text = await request.text();
  const body = text ? (JSON.parse(text) as Partial<Panel>) : undefined;
  server.sent.push({ call: `${request.method} ${path.replace('/api/admin/panels', '')}`, ...(body && { body }) });
  await server.delay;
  if (server.refusal) return refuse(server.refusal);
  if (request.method === 'POST') {
    const panel = { ...PANEL, ...body, id: 'p9', state: null };
    server.panels = [...server.panels, panel];
    return answerOf(panel);
  }
  const id = path.split('/').pop();
  const panel = server.panels.find((one) => one.id === id) ?? PANEL;
  if (request.method === 'DELETE') server.panels = server.panels.filter((one) => one !== panel);
  const next = { ...panel, ...body, settings: { ...panel.settings, ...body?.settings } };
  server.panels = server.panels.map((one) => (one === panel ? next : one));
  return answerOf(next);
}

let app: App;
let root: HTMLElement;

/** Puts a server with one panel in place. */
export function startServer(): void {
  updateUser({ user_id: '260100', is_class_admin: true } as UserInfo);
  toasts.value = [];
  setAppPath('admin', 'panels');
  Object.assign(server, {
    panels: [PANEL],
    board: { class: '01', revision: 'r1', zone: 'Asia/Shanghai', parts: { timetable: {}, duty: {}, homework: null } },
    waiting: WAITING,
    sent: [],
    asked: [],
    refusal: null,
    delay: Promise.resolve(),
  } satisfies Server);
  vi.stubGlobal('fetch', reply);
}

/** Shows the section to a class admin; answers where. */
export function openSection(): HTMLElement {
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(PanelsSection, { narrow: false }));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  return root;
}

export async function closeSection(): Promise<void> {
  // What is asked for after the double is gone would be a real request.
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
}

export const shows = (text: string): Promise<void> =>
  vi.waitFor(() => expect(document.body.textContent).toContain(text));
export const dialog = (): HTMLElement | null => document.querySelector<HTMLElement>('[role="dialog"]');
export const isClosed = (): Promise<void> => vi.waitFor(() => expect(dialog()).toBeNull());
export const button = (name: string): HTMLElement | undefined =>
  [...(dialog() ?? document).querySelectorAll<HTMLElement>('button')].find(
    (entry) => entry.textContent?.trim() === name || entry.getAttribute('aria-label') === name,
  );
export async function press(name: string): Promise<void> {
  await vi.waitFor(() => expect(button(name)).toBeDefined());
  button(name)?.click();
}
export function type(field: HTMLInputElement | null | undefined, text: string): void {
  if (!field) throw new Error('no such field');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
export const field = (selector = 'input'): HTMLInputElement | null | undefined =>
  dialog()?.querySelector<HTMLInputElement>(selector);
export const picture = (): string => (dialog() ?? document).querySelector('output')?.textContent ?? '';
