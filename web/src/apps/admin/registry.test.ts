// What the console calls acts, rights and the details of the operation log.
import { describe, expect, it } from 'vitest';
import type { Registry } from './types';
import { wordsOf } from './registry';

const word = (id: string, zh: string, en: string) => ({ id, text: { zh, en } });
const REGISTRY: Registry = {
  permissions: [
    {
      id: 'manage_users',
      name: { zh: '管理成员', en: 'Manage members' },
      about: { zh: '编辑成员', en: 'Edit members' },
    },
  ],
  actions: [
    {
      ...word('disable_user', '禁用成员', 'Disabled a member'),
      sentence: { zh: '禁用了{target}', en: 'disabled {target}' },
    },
  ],
  log_words: [
    word('type', '类型', 'kind'),
    word('role', '范围', 'who'),
    word('homework', '作业', 'homework'),
    word('single', '单机', 'single'),
  ],
};
const words = wordsOf(REGISTRY, 'zh');

describe('words of the registry', () => {
  it('name acts, and show unknown ones as they stand', () => {
    expect(words.action('disable_user')).toBe('禁用成员');
    expect(words.action('bot:flush')).toBe('bot:flush');
    expect(words.sentence('disable_user')).toBe('禁用了{target}');
    expect(words.sentence('bot:flush')).toBe('');
    expect(words.actions).toEqual([{ id: 'disable_user', text: '禁用成员' }]);
  });

  it('are those of the language of the screen', () => {
    const english = wordsOf(REGISTRY, 'en');
    expect(english.action('disable_user')).toBe('Disabled a member');
    expect(english.field('type')).toBe('kind');
    expect(english.permissions).toEqual([{ id: 'manage_users', name: 'Manage members', about: 'Edit members' }]);
  });

  it('name rights, and show unknown ones as they stand', () => {
    expect(words.permission('manage_users')).toBe('管理成员');
    expect(words.permission('manage_bots')).toBe('manage_bots');
  });

  it('are none before the server has answered', () => {
    const none = wordsOf(undefined, 'zh');
    expect(none.permissions).toEqual([]);
    expect(none.actions).toEqual([]);
    expect(none.action('disable_user')).toBe('disable_user');
  });
});

describe('a detail of the log', () => {
  it('has words for its fields and for the codes in them', () => {
    expect(words.field('type')).toBe('类型');
    expect(words.value('type', 'homework')).toBe('作业');
    expect(words.field('left_out')).toBe('left_out');
    expect(words.value('type', 'image/png')).toBe('image/png');
  });

  it('has better words where a field holds rights', () => {
    expect(words.value('permissions', 'manage_users')).toBe('管理成员');
    expect(words.value('permissions', 'x')).toBe('x');
    expect(words.value('fields', 'manage_users')).toBe('manage_users');
  });

  it('calls a changed field by its name', () => {
    expect(words.value('fields', 'role')).toBe('范围');
  });

  it('keeps ids that are written like a code', () => {
    for (const field of ['node', 'room_id', 'user_ids']) expect(words.value(field, 'single')).toBe('single');
    expect(words.value('mode', 'single')).toBe('单机');
  });
});
