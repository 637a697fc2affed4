// What is half written in a conversation goes with it.
import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { UserInfo } from '@/api/types';
import { enter, forget } from '@/core/session';
import * as api from '../api';
import { filesAt, setFiles } from './attachments';
import { draftOf, keepAsDraft, keepDraft } from './drafts';
import { removeConversation } from './queries';

vi.mock('../api');

const file = { hash: 'ab', name: '笔记.txt', size: 6, mime: 'text/plain', url: '/api/cloud/files/ab.txt' };

beforeEach(async () => {
  forget();
  await nextTick();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
});

it('a removed conversation leaves neither its draft nor its files on the device', async () => {
  keepDraft('gone', '问到一半');
  setFiles('gone', [file]);
  keepDraft('other', '另一个');
  await removeConversation('gone');
  expect([draftOf('gone'), filesAt('gone'), draftOf('other')]).toEqual(['', [], '另一个']);
  expect(Object.keys(localStorage).filter((key) => key.includes(':gone'))).toEqual([]);
});

it('the field of a removed conversation does not keep its draft again', async () => {
  await removeConversation('shown');
  expect(keepDraft('shown', '还在输入框里')).toBe(false);
  expect(draftOf('shown')).toBe('');
});

it('a conversation that could not be removed keeps its draft', async () => {
  keepDraft('kept', '问到一半');
  vi.mocked(api.deleteConversation).mockRejectedValueOnce(new Error('away'));
  await expect(removeConversation('kept')).rejects.toThrow('away');
  expect(draftOf('kept')).toBe('问到一半');
});

it('a question is kept as a draft with its files, unless another one is half written', () => {
  keepAsDraft('x', '问', [file]);
  keepAsDraft('x', '另问', []);
  expect([draftOf('x'), filesAt('x').map(({ name }) => name)]).toEqual(['问', ['笔记.txt']]);
});
