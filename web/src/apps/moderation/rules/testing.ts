// The tab of word rules with a server of its own, for its tests.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { expect, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import { toasts } from '@/core/toast';
import type { DryRun, NewRule, WordRule } from '../types';
import RulesTab from './RulesTab.vue';

const AT = '2026-11-20T01:00:00.000Z';
export const RULE: WordRule = {
  id: '019a2f6e',
  class: '01',
  term: '笨蛋',
  matching: 'substring',
  effect: 'mask',
  exceptions: ['笨蛋大作战'],
  enabled: true,
  created_at: AT,
  updated_at: AT,
};
/** What is sent of it. */
export const BODY: NewRule = {
  term: '笨蛋',
  matching: 'substring',
  effect: 'mask',
  exceptions: ['笨蛋大作战'],
  enabled: true,
};
const ABOVE: WordRule = { ...RULE, id: '019a2f70', class: null, term: '代写作业', effect: 'block', exceptions: [] };
const RUN: DryRun = {
  texts: 1200,
  partial: true,
  fits: { message: 3, comment: 1 },
  examples: [{ kind: 'message', id: '7', words: '😀你这个笨蛋', parts: [{ start: 5, end: 7 }], created_at: AT }],
};
/** A dry run of a rule that fits nothing. */
export const NOTHING: DryRun = { texts: 1200, partial: false, fits: {}, examples: [] };

interface Server {
  rules: WordRule[];
  /** What a dry run finds. */
  run: DryRun;
  /** Whose rules were asked for. */
  asked: string[];
  sent: { call: string; body: NewRule }[];
  refusal: { code: number; message: string; slug: string } | null;
  /** Whether dry runs alone are refused. */
  isOnlyTryRefused: boolean;
  /** What dry runs wait for. */
  delay: Promise<void>;
}

/** What the server has and what it was asked, anew with each tab. */
export const server = {} as Server;

let app: App;
let root: HTMLElement;

const answerOf = (data: unknown, code = 200, more = {}): Response =>
  new Response(JSON.stringify({ code, message: '', data, ...more }), {
    status: code,
    headers: { 'Content-Type': 'application/json' },
  });

async function answer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname.endsWith('/pre-records')) return answerOf({ pre_records: { class01: {}, class02: {} } });
  if (request.method === 'GET') {
    server.asked.push(search);
    return answerOf({ rules: server.rules, portal_rules: [ABOVE], approve_first_posts: false });
  }
  const text = await request.text();
  const call = `${request.method} ${pathname.replace('/api/moderation', '')}${search}`;
  server.sent.push({ call, body: text && JSON.parse(text) });
  const isTry = pathname.endsWith('dry-run');
  if (isTry) await server.delay;
  const { refusal, isOnlyTryRefused } = server;
  if (refusal && (isTry || !isOnlyTryRefused)) return answerOf(null, refusal.code, refusal);
  return answerOf(isTry ? server.run : null);
}

/** Shows the tab to a class admin; answers where. */
export function openTab(): HTMLElement {
  updateUser({ user_id: '260100', is_class_admin: true } as UserInfo);
  toasts.value = [];
  const quiet = { asked: [], sent: [], refusal: null, isOnlyTryRefused: false, delay: Promise.resolve() };
  Object.assign(server, { rules: [RULE], run: RUN, ...quiet });
  vi.stubGlobal('fetch', answer);
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(RulesTab));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  return root;
}

export function closeTab(): void {
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
}

/** What was sent, without bodies. */
export const calls = (): string[] => server.sent.map(({ call }) => call);
export const shows = (text: string): Promise<void> =>
  vi.waitFor(() => expect(document.body.textContent).toContain(text));
export const dialog = (): HTMLElement | null => document.querySelector<HTMLElement>('[role="dialog"]');
export const isClosed = (): Promise<void> => vi.waitFor(() => expect(dialog()).toBeNull());
export const button = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (entry) => entry.textContent?.trim() === name || entry.getAttribute('aria-label') === name,
  ) as HTMLElement;
export const offers = (name: string): Promise<void> => vi.waitFor(() => expect(button(name)).toBeDefined());
export function type(selector: string, text: string): void {
  const field = dialog()?.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`no ${selector}`);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
export const choose = (value: string): void => dialog()?.querySelector<HTMLElement>(`input[value="${value}"]`)?.click();
/** The switch of the rule in the list, and that of the form. */
export const rowSwitch = (): HTMLInputElement | null => root.querySelector('input[aria-label="启用规则「笨蛋」"]');
export const formSwitch = (): HTMLInputElement | null | undefined => dialog()?.querySelector('input[role="switch"]');
export async function openNew(): Promise<void> {
  await shows('笨蛋大作战');
  button('新增规则').click();
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
}
