// A row of the log in words.
import { expect, it } from 'vitest';
import type { LogEntry } from '../types';
import { t } from './i18n';
import { actorOf, sentenceOf, type Vocabulary } from './model';

const SENTENCES: Record<string, string> = {
  send: '发了{priority}广播{target}',
  settings: '{settings?改了设置：|改了系统管理员}{settings}',
  ban: '禁用了{target}{until?，直到 |}{until}',
  bulk: '一次禁用了 {affected} 人',
};
const WORDS: Record<string, string> = {
  urgent: '紧急',
  timezone: '时区',
  names: '名单外姓名',
  exclude: '除外',
  classes: '班级',
  'stat-sampler': '运行数据的记录',
};
const vocabulary: Vocabulary = {
  say: t,
  language: 'zh',
  words: {
    action: (id) => (id === 'restart' ? '重启' : id),
    sentence: (id) => SENTENCES[id] ?? '',
    field: (name) => WORDS[name] ?? name,
    value: (_, value) => WORDS[value] ?? value,
  },
  names: { '240101': '林知夏', '240102': '周明远' },
  className: (digits) => `${Number(digits)} 班`,
  moment: () => '11月23日 16:00',
  pathOf: ({ kind }) => (kind === 'broadcasts' ? 'admin/broadcasts' : ''),
};
const row = (action: string, target: string, detail: object, more: Partial<LogEntry> = {}): LogEntry => ({
  id: 1,
  admin_id: '240101',
  action,
  target,
  detail: JSON.stringify(detail),
  created_at: '',
  ip: '',
  request_id: '',
  target_label: null,
  target_place: null,
  target_gone: false,
  ...more,
});
const text = (entry: LogEntry): string =>
  sentenceOf(entry, vocabulary)
    .pieces.map((piece) => piece.text)
    .join('');
const rest = (entry: LogEntry): string[] =>
  sentenceOf(entry, vocabulary).rest.map(({ key, value }) => `${key} ${value}`);

it('names what an act was about, with the way to it', () => {
  const label = { zh: '『请各位同学立即…』', en: '“Everybody…”' };
  const sent = row(
    'send',
    'b7c1',
    { priority: 'urgent', classes: '01,02', role: 'all' },
    {
      target_label: label,
      target_place: { kind: 'broadcasts', id: 'b7c1' },
    },
  );
  expect(sentenceOf(sent, vocabulary).pieces).toEqual([
    { text: '发了紧急广播' },
    { text: '『请各位同学立即…』', path: 'admin/broadcasts' },
  ]);
  expect(rest(sent)).toEqual(['班级 1 班、2 班']);
  const elsewhere = { ...sent, target_place: { kind: 'forum', id: '7' } };
  expect(sentenceOf(elsewhere, vocabulary).pieces[1]?.path).toBeUndefined();
  expect(text({ ...sent, target_label: null, target_gone: true })).toBe('发了紧急广播（已删除）');
});

it('names members, and says that somebody has left', () => {
  const ban = row('ban', '240102', { until: '2026-11-23T08:00:00.000Z' });
  expect(sentenceOf(ban, vocabulary).pieces[1]).toEqual({ text: '周明远', path: 'admin/members/240102' });
  expect(text(ban)).toBe('禁用了周明远，直到 11月23日 16:00');
  expect(text(row('ban', '240103', { until: null }))).toBe('禁用了已注销的成员 240103');
  expect(actorOf({ admin_id: '240101' }, vocabulary)).toBe('林知夏');
  expect(actorOf({ admin_id: 'system' }, vocabulary)).toBe('系统');
});

it('puts codes into words and leaves out what only machines read', () => {
  expect(text(row('settings', 'settings', { settings: ['timezone', 'names'] }))).toBe('改了设置：时区、名单外姓名');
  expect(text(row('settings', 'settings', { settings: [] }))).toBe('改了系统管理员');
  expect(rest(row('send', 'x', { priority: 'urgent', message_id: '0192', revision: 3 }))).toEqual([]);
});

it('counts long lists of members', () => {
  const four = ['240101', '240102', '240103', '240104'];
  expect(rest(row('bulk', '', { affected: 0, exclude: four }))).toEqual(['除外 4 人']);
  expect(rest(row('bulk', '', { affected: 0, exclude: ['240101'] }))).toEqual(['除外 林知夏']);
  expect(text(row('bulk', '', { affected: 0 }))).toBe('一次禁用了 0 人');
});

it('tells of acts that nobody registered by their name', () => {
  expect(text(row('restart', 'stat-sampler', {}))).toBe('重启 运行数据的记录');
  expect(text({ ...row('restart', 'b7c1', {}), detail: '{broken' })).toBe('重启 （没有名称）');
});
