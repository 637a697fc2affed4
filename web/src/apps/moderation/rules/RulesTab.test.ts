// Word rules: written, tried before they hold, switched and removed; those of the whole portal are only shown.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import { toasts } from '@/core/toast';
import type { DryRun, WordRule } from '../types';
import RulesTab from './RulesTab.vue';

const AT = '2026-11-20T01:00:00.000Z';
const RULE: WordRule = {
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
const BODY = { term: '笨蛋', matching: 'substring', effect: 'mask', exceptions: ['笨蛋大作战'], enabled: true };
const ABOVE: WordRule = { ...RULE, id: '019a2f70', class: null, term: '代写作业', effect: 'block', exceptions: [] };
const RUN: DryRun = {
  texts: 1200,
  partial: true,
  fits: { message: 3, comment: 1 },
  examples: [{ kind: 'message', id: '7', words: '😀你这个笨蛋', parts: [{ start: 5, end: 7 }], created_at: AT }],
};

let app: App;
let root: HTMLElement;
let rules: WordRule[];
/** Whose rules were asked for. */
let asked: string[];
let sent: { call: string; body: unknown }[];
let refusal: { code: number; message: string; slug: string } | null;

const answerOf = (data: unknown, code = 200, more = {}): Response =>
  new Response(JSON.stringify({ code, message: '', data, ...more }), {
    status: code,
    headers: { 'Content-Type': 'application/json' },
  });

beforeEach(() => {
  updateUser({ user_id: '260100', is_class_admin: true } as UserInfo);
  toasts.value = [];
  rules = [RULE];
  sent = [];
  asked = [];
  refusal = null;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.endsWith('/pre-records')) return answerOf({ pre_records: { class01: {}, class02: {} } });
    if (request.method === 'GET') {
      asked.push(search);
      return answerOf({ rules, portal_rules: [ABOVE], approve_first_posts: false });
    }
    const text = await request.text();
    sent.push({
      call: `${request.method} ${pathname.replace('/api/moderation', '')}${search}`,
      body: text && JSON.parse(text),
    });
    if (refusal) return answerOf(null, refusal.code, refusal);
    return answerOf(pathname.endsWith('dry-run') ? RUN : null);
  });
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(RulesTab));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
});
afterEach(() => {
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const shows = (text: string): Promise<void> => vi.waitFor(() => expect(document.body.textContent).toContain(text));
const dialog = (): HTMLElement | null => document.querySelector<HTMLElement>('[role="dialog"]');
const button = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (entry) => entry.textContent?.trim() === name || entry.getAttribute('aria-label') === name,
  ) as HTMLElement;
function type(selector: string, text: string): void {
  const field = dialog()?.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`no ${selector}`);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
const choose = (value: string): void => dialog()?.querySelector<HTMLElement>(`input[value="${value}"]`)?.click();
async function openNew(): Promise<void> {
  await shows('笨蛋大作战');
  button('新增规则').click();
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
}

it('tries a rule on what was written, marks what it fits, and saves it', async () => {
  await openNew();
  expect(dialog()?.textContent).toContain('对1 班的成员生效');
  type('input.field-control', ' 傻瓜 ');
  type('textarea', '傻瓜相机\n');
  choose('hold');
  button('试运行').click();
  await shows('过去 30 天的 1200 条内容里，会影响：消息 3，帖子 0，评论 1。');
  await shows('每种只比较了最新的 20,000 条');
  expect(dialog()?.querySelector('mark')?.textContent).toBe('笨蛋');
  const body = { term: '傻瓜', matching: 'substring', effect: 'hold', exceptions: ['傻瓜相机'], enabled: true };
  expect(sent).toEqual([{ call: 'POST /rules/dry-run', body }]);
  type('input.field-control', '傻瓜蛋');
  await shows('规则改过了');
  button('添加规则').click();
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(sent[1]).toEqual({ call: 'POST /rules', body: { ...body, term: '傻瓜蛋' } });
});

it('says what is missing, and what the server refuses, at the field', async () => {
  await openNew();
  button('添加规则').click();
  await shows('请填写字词');
  expect(sent).toEqual([]);
  choose('pattern');
  await vi.waitFor(() => expect(dialog()?.querySelector('textarea')).toBeNull());
  type('input.field-control', '(');
  refusal = { code: 400, message: '这不是支持的正则表达式', slug: 'moderation_pattern_invalid' };
  button('试运行').click();
  await vi.waitFor(() => expect(dialog()?.querySelector('.field-error')?.textContent).toBe('这不是支持的正则表达式'));
  expect(dialog()?.querySelector('[role="alert"]')).toBeNull();
  refusal = { code: 409, message: '最多 500 条规则', slug: 'moderation_too_many_rules' };
  type('input.field-control', 'a');
  button('添加规则').click();
  await vi.waitFor(() => expect(dialog()?.querySelector('[role="alert"]')?.textContent).toBe('最多 500 条规则'));
  expect(dialog()?.querySelector('.field-error')).toBeNull();
});

it('changes a rule as a whole, in its dialog and by its switch', async () => {
  await shows('笨蛋大作战');
  button('修改规则「笨蛋」').click();
  await vi.waitFor(() => expect(dialog()?.querySelector('textarea')?.value).toBe('笨蛋大作战'));
  choose('block');
  button('保存').click();
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(sent).toEqual([{ call: `PUT /rules/${RULE.id}`, body: { ...BODY, effect: 'block' } }]);
  const turn = (): HTMLInputElement | null => root.querySelector('input[aria-label="启用规则「笨蛋」"]');
  refusal = { code: 404, message: '找不到', slug: 'not_found' };
  turn()?.click();
  await vi.waitFor(() => expect(toasts.value.map(({ text }) => text)).toContain('找不到'));
  expect(sent[1]?.body).toEqual({ ...BODY, enabled: false });
  expect(turn()?.checked).toBe(true);
});

it('removes a rule at once, and puts the same one back', async () => {
  await shows('笨蛋大作战');
  button('删除规则「笨蛋」').click();
  await vi.waitFor(() => expect(toasts.value[0]?.text).toBe('已删除规则「笨蛋」'));
  expect(sent[0]?.call).toBe(`DELETE /rules/${RULE.id}`);
  toasts.value[0]?.action?.run();
  await vi.waitFor(() => expect(sent[1]).toEqual({ call: 'POST /rules?class=01', body: BODY }));
});

it('lets an admin of all classes choose whose rules they are', async () => {
  await shows('1 班的规则');
  expect(asked).toEqual(['']);
  expect(root.querySelector('select')).toBeNull();
  updateUser({ user_id: '260200', is_admin: 1 } as UserInfo);
  await vi.waitFor(() => expect(root.querySelectorAll('option')).toHaveLength(3));
  const select = root.querySelector('select') as HTMLSelectElement;
  expect(select.value).toBe('');
  select.value = '02';
  select.dispatchEvent(new Event('change'));
  await shows('2 班的规则');
  await openNew();
  type('input.field-control', '傻瓜');
  button('试运行').click();
  await shows('不比较私聊和匿名内容');
  button('添加规则').click();
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(asked[1]).toBe('?class=02');
  expect(sent.map(({ call }) => call)).toEqual(['POST /rules/dry-run?class=02', 'POST /rules?class=02']);
});

it('shows the rules of the whole portal without a way to change them', async () => {
  await shows('代写作业');
  expect(button('修改规则「笨蛋」')).toBeDefined();
  expect(button('修改规则「代写作业」')).toBeUndefined();
  await shows('由系统管理员修改');
});

it('turns on that first posts are looked at', async () => {
  await shows('首帖先审核');
  root.querySelector<HTMLElement>('input[aria-label="首帖先审核"]')?.click();
  await vi.waitFor(() => expect(sent).toEqual([{ call: 'PUT /first-posts', body: { approve: true } }]));
  await vi.waitFor(() => expect(toasts.value[0]?.text).toBe('已打开首帖审核'));
});
