// A first question that is refused leaves no empty conversation, and nothing of it is lost.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { computed, effectScope, nextTick, ref, type EffectScope } from 'vue';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import { enter, forget } from '@/core/session';
import * as api from '../api';
import { conversationOf } from '../state/conversations';
import { draftOf } from '../state/drafts';
import type { Attachment, ConversationInfo } from '../types';
import { useAsking, type Asking } from './asking';

vi.mock('../api');

const options = ref({ model: 'm', label: 'M', thinking: false, search: false });
const file: Attachment = { hash: 'ab', name: '笔记.txt', size: 6, mime: 'text/plain', url: '/files/ab.txt' };
let scope: EffectScope;
let asking: Asking;
/** The open conversation, and the preset of the next one. */
const id = ref('');
const preset = ref<string | null>(null);
let made: number;
/** What stands in the field; null where there is none. */
let field: { text: string; files: readonly Attachment[]; at: string } | null;

beforeEach(async () => {
  vi.resetAllMocks();
  forget();
  await nextTick();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  made = 0;
  [id.value, preset.value, field] = ['', 'p', { text: '', files: [], at: '' }];
  vi.mocked(api.createConversation).mockImplementation(
    async () => ({ id: `made-${(made += 1)}`, revision: 1, title: '' }) as ConversationInfo,
  );
  vi.mocked(api.ask).mockRejectedValue(new ApiFailure(403, '额度用完了', { slug: 'ai_budget_spent' }));
  const composer = {
    written: () => field?.text ?? '',
    refill: (text: string, files: readonly Attachment[], at = id.value) => (field = { text, files, at }),
  };
  scope = effectScope();
  asking = scope.run(() =>
    useAsking({
      conversation: computed(() => (id.value ? conversationOf(id.value) : null)),
      preset,
      options,
      composer: computed(() => (field ? composer : undefined)),
      onBegun: (begun) => (id.value = begun),
      async onDiscarded(before) {
        id.value = '';
        await nextTick();
        preset.value = before;
      },
      onAsked: () => undefined,
    }),
  ) as Asking;
});
afterEach(() => scope.stop());

it('the conversation of a refused first question is removed, and the question stands in the next one', async () => {
  await asking.send('问', [file]);
  expect(api.deleteConversation).toHaveBeenCalledWith('made-1');
  expect(id.value).toBe('');
  expect(field).toEqual({ text: '问', files: [file], at: '' });
  expect(asking.refusal.value?.message).toBe('额度用完了');
  expect([preset.value, asking.busy.value]).toEqual(['p', false]);
});

it('the next try begins another conversation', async () => {
  await asking.send('问', []);
  await asking.send('问', []);
  expect(vi.mocked(api.ask).mock.calls.map(([{ conversation_id: to }]) => to)).toEqual(['made-1', 'made-2']);
  expect(vi.mocked(api.createConversation).mock.calls).toEqual([[{ preset_id: 'p' }], [{ preset_id: 'p' }]]);
});

it('what was changed in the question while the conversation went is kept', async () => {
  vi.mocked(api.deleteConversation).mockImplementation(async () => {
    if (field) field.text = '问，改过';
  });
  await asking.send('问', []);
  expect(field).toMatchObject({ text: '问，改过', at: '' });
});

it('a conversation that cannot be removed keeps the question and why it was refused', async () => {
  vi.mocked(api.deleteConversation).mockRejectedValue(new ApiFailure(429, '慢一点'));
  await asking.send('问', []);
  expect(id.value).toBe('made-1');
  expect(field).toEqual({ text: '问', files: [], at: 'made-1' });
  expect(asking.refusal.value?.message).toBe('额度用完了');
});

it('a lost connection removes nothing: the question may have come', async () => {
  vi.mocked(api.ask).mockRejectedValue(new ApiFailure(0, ''));
  vi.mocked(api.getConversation).mockRejectedValue(new ApiFailure(0, ''));
  await asking.send('问', []);
  expect(api.deleteConversation).not.toHaveBeenCalled();
  expect(id.value).toBe('made-1');
});

it('a refused question of a conversation that has others removes nothing', async () => {
  id.value = 'old';
  Object.assign(conversationOf('old'), {
    isLoaded: true,
    messages: [{ role: 'user', content: '以前的', timestamp: '' }],
  });
  await asking.send('问', []);
  expect(api.deleteConversation).not.toHaveBeenCalled();
  expect(field).toMatchObject({ text: '问', at: 'old' });
});

it('a question waits as a draft where there is no field, such as while an exam is on', async () => {
  field = null;
  await asking.send('问', []);
  expect(draftOf('')).toBe('问');
});

it('why no conversation begins is said where the question stands, until another one is open', async () => {
  vi.mocked(api.createConversation).mockRejectedValue(new ApiFailure(409, '对话太多了'));
  await asking.send('问', []);
  expect(field).toMatchObject({ text: '问', at: '' });
  expect(asking.refusal.value?.message).toBe('对话太多了');
  id.value = 'old';
  await nextTick();
  id.value = '';
  expect(asking.refusal.value).toBeNull();
});
