// Word rules: written, tried, switched and removed; those of the whole portal are only shown.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { updateUser } from '@/core/session';
import { toasts } from '@/core/toast';
import {
  BODY,
  button,
  calls,
  choose,
  closeTab,
  dialog,
  isClosed,
  offers,
  openNew,
  openTab,
  rowSwitch,
  RULE,
  server,
  shows,
  type,
} from './testing';

let root: HTMLElement;
beforeEach(() => (root = openTab()));
afterEach(closeTab);

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
  expect(server.sent).toEqual([{ call: 'POST /rules/dry-run', body }]);
  type('input.field-control', '傻瓜蛋');
  await shows('规则改过了');
  button('添加规则').click();
  await offers('启用规则');
  expect(server.sent[1]).toEqual({ call: 'POST /rules/dry-run', body: { ...body, term: '傻瓜蛋' } });
  button('启用规则').click();
  await isClosed();
  expect(server.sent.slice(2)).toEqual([{ call: 'POST /rules', body: { ...body, term: '傻瓜蛋' } }]);
});

it('says what is missing, and what the server refuses, at the field', async () => {
  await openNew();
  button('添加规则').click();
  await shows('请填写字词');
  expect(server.sent).toEqual([]);
  choose('pattern');
  await vi.waitFor(() => expect(dialog()?.querySelector('textarea')).toBeNull());
  type('input.field-control', '(');
  server.refusal = { code: 400, message: '这不是支持的正则表达式', slug: 'moderation_pattern_invalid' };
  button('试运行').click();
  await vi.waitFor(() => expect(dialog()?.querySelector('.field-error')?.textContent).toBe('这不是支持的正则表达式'));
  expect(dialog()?.querySelector('[role="alert"]')).toBeNull();
  server.refusal = null;
  type('input.field-control', 'a');
  button('添加规则').click();
  await offers('启用规则');
  server.refusal = { code: 409, message: '最多 500 条规则', slug: 'moderation_too_many_rules' };
  button('启用规则').click();
  await vi.waitFor(() => expect(dialog()?.querySelector('[role="alert"]')?.textContent).toBe('最多 500 条规则'));
  expect(dialog()?.querySelector('.field-error')).toBeNull();
});

it('changes a rule as a whole, in its dialog and by its switch', async () => {
  await shows('笨蛋大作战');
  button('修改规则「笨蛋」').click();
  await vi.waitFor(() => expect(dialog()?.querySelector('textarea')?.value).toBe('笨蛋大作战'));
  choose('block');
  button('保存').click();
  await offers('让修改生效');
  button('让修改生效').click();
  await isClosed();
  expect(calls()).toEqual(['POST /rules/dry-run', `PUT /rules/${RULE.id}`]);
  expect(server.sent[1]?.body).toEqual({ ...BODY, effect: 'block' });
  server.refusal = { code: 404, message: '找不到', slug: 'not_found' };
  rowSwitch()?.click();
  await vi.waitFor(() => expect(toasts.value.map(({ text }) => text)).toContain('找不到'));
  expect(server.sent[2]).toEqual({ call: `PUT /rules/${RULE.id}`, body: { ...BODY, enabled: false } });
  expect(rowSwitch()?.checked).toBe(true);
});

it('removes a rule at once, and puts the same one back', async () => {
  await shows('笨蛋大作战');
  button('删除规则「笨蛋」').click();
  await vi.waitFor(() => expect(toasts.value[0]?.text).toBe('已删除规则「笨蛋」'));
  expect(server.sent[0]?.call).toBe(`DELETE /rules/${RULE.id}`);
  toasts.value[0]?.action?.run();
  await vi.waitFor(() => expect(server.sent[1]).toEqual({ call: 'POST /rules?class=01', body: BODY }));
});

it('lets an admin of all classes choose whose rules they are', async () => {
  await shows('1 班的规则');
  expect(server.asked).toEqual(['']);
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
  await offers('启用规则');
  button('启用规则').click();
  await isClosed();
  expect(server.asked[1]).toBe('?class=02');
  expect(calls()).toEqual(['POST /rules/dry-run?class=02', 'POST /rules?class=02']);
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
  await vi.waitFor(() => expect(server.sent).toEqual([{ call: 'PUT /first-posts', body: { approve: true } }]));
  await vi.waitFor(() => expect(toasts.value[0]?.text).toBe('已打开首帖审核'));
});
