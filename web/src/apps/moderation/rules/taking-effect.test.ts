// No rule takes effect before a dry run: its result is looked at, or it fits nothing.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/core/query';
import { toasts } from '@/core/toast';
import {
  BODY,
  button,
  calls,
  choose,
  closeTab,
  dialog,
  formSwitch,
  isClosed,
  NOTHING,
  offers,
  openNew,
  openTab,
  rowSwitch,
  RULE,
  server,
  shows,
  type,
} from './testing';

beforeEach(openTab);
afterEach(closeTab);

it('asks again when the form changes after the dry run that saving has made, and not for another effect', async () => {
  await openNew();
  type('input.field-control', '傻瓜');
  button('添加规则').click();
  await shows('会影响：消息 3，帖子 0，评论 1。');
  expect(calls()).toEqual(['POST /rules/dry-run']);
  choose('block');
  await offers('启用规则');
  type('textarea', '傻瓜相机');
  await shows('规则改过了');
  expect(button('启用规则')).toBeUndefined();
  button('添加规则').click();
  await offers('启用规则');
  button('启用规则').click();
  await isClosed();
  expect(calls()).toEqual(['POST /rules/dry-run', 'POST /rules/dry-run', 'POST /rules']);
});

it('saves at once what fits nothing, and says so', async () => {
  server.run = NOTHING;
  await openNew();
  type('input.field-control', '傻瓜');
  button('添加规则').click();
  await isClosed();
  expect(calls()).toEqual(['POST /rules/dry-run', 'POST /rules']);
  expect(toasts.value[0]?.text).toBe('规则已添加。过去 30 天的 1200 条内容里，没有一条会受影响。');
});

it('does not save what was changed while it was tried', async () => {
  server.run = NOTHING;
  let end = (): void => undefined;
  server.delay = new Promise((resolve) => (end = resolve));
  await openNew();
  type('input.field-control', '傻瓜');
  button('添加规则').click();
  await vi.waitFor(() => expect(calls()).toEqual(['POST /rules/dry-run']));
  type('input.field-control', '瓜');
  end();
  await shows('规则改过了');
  expect(calls()).toEqual(['POST /rules/dry-run']);
  await vi.waitFor(() => expect(button('添加规则').getAttribute('aria-disabled')).toBeNull());
  button('添加规则').click();
  await isClosed();
  expect(server.sent.map(({ call, body }) => [call, body.term]).slice(1)).toEqual([
    ['POST /rules/dry-run', '瓜'],
    ['POST /rules', '瓜'],
  ]);
});

it('tries nothing for a rule that is off', async () => {
  await openNew();
  type('input.field-control', '傻瓜');
  formSwitch()?.click();
  button('添加规则').click();
  await isClosed();
  expect(server.sent.map(({ call, body }) => [call, body.enabled])).toEqual([['POST /rules', false]]);
});

it('does not put into effect what could not be tried, and saves it switched off', async () => {
  await openNew();
  type('input.field-control', '傻瓜');
  server.refusal = { code: 503, message: '服务器正忙', slug: 'busy' };
  server.isOnlyTryRefused = true;
  button('添加规则').click();
  await shows('服务器正忙');
  await shows('没有试运行成功');
  expect(calls()).toEqual(['POST /rules/dry-run']);
  button('保存，先不启用').click();
  await isClosed();
  expect(server.sent[1]?.call).toBe('POST /rules');
  expect(server.sent[1]?.body.enabled).toBe(false);
  expect(toasts.value[0]?.text).toBe('规则已添加，没有启用');
});

it('tries a rule that is switched on, and shows what it fits before it is', async () => {
  server.rules = [{ ...RULE, enabled: false }];
  await queryClient.invalidateQueries();
  await shows('笨蛋大作战');
  await vi.waitFor(() => expect(rowSwitch()?.checked).toBe(false));
  rowSwitch()?.click();
  await shows('会影响：消息 3，帖子 0，评论 1。');
  expect(server.sent).toEqual([{ call: 'POST /rules/dry-run?class=01', body: BODY }]);
  button('启用规则').click();
  await isClosed();
  expect(server.sent[1]).toEqual({ call: `PUT /rules/${RULE.id}`, body: BODY });
});

it('switches a rule on at once where it fits nothing, and leaves it off where it cannot be tried', async () => {
  server.rules = [{ ...RULE, enabled: false }];
  server.run = NOTHING;
  await queryClient.invalidateQueries();
  await vi.waitFor(() => expect(rowSwitch()?.checked).toBe(false));
  server.refusal = { code: 503, message: '服务器正忙', slug: 'busy' };
  rowSwitch()?.click();
  await vi.waitFor(() => expect(toasts.value.map(({ text }) => text)).toContain('服务器正忙'));
  expect(calls()).toEqual(['POST /rules/dry-run?class=01']);
  await vi.waitFor(() => expect(rowSwitch()?.checked).toBe(false));
  server.refusal = null;
  rowSwitch()?.click();
  await vi.waitFor(() => expect(server.sent[2]).toEqual({ call: `PUT /rules/${RULE.id}`, body: BODY }));
  await vi.waitFor(() =>
    expect(toasts.value.map(({ text }) => text).join()).toContain('规则已启用。过去 30 天的 1200'),
  );
  expect(dialog()).toBeNull();
});

it('tries a rule that is switched on in its form, and saves one that says the same without a dry run', async () => {
  await shows('笨蛋大作战');
  button('修改规则「笨蛋」').click();
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
  button('保存').click();
  await isClosed();
  expect(calls()).toEqual([`PUT /rules/${RULE.id}`]);
  server.rules = [{ ...RULE, enabled: false }];
  await queryClient.invalidateQueries();
  button('修改规则「笨蛋」').click();
  await vi.waitFor(() => expect(formSwitch()?.checked).toBe(false));
  formSwitch()?.click();
  button('保存').click();
  await offers('启用规则');
  expect(calls().slice(1)).toEqual(['POST /rules/dry-run']);
});
