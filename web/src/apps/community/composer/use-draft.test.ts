// What happens to the form when the first vote comes while it is open, or came since it was kept, and when a moderator
// looks at the post first.
import { effectScope, type EffectScope } from 'vue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aPoll, aPost } from '../model/testing';
import type { Post } from '../types';
import { usePostForm, type PostForm } from './use-draft';

const asked = aPost({ type: 'poll', title: '去哪里？', content: '周五', poll: aPoll() });
const voted = { ...asked, poll: aPoll({ voter_count: 1 }) };
let scope: EffectScope;

function formOf(post: Post): PostForm {
  const form = scope.run(() => usePostForm(post));
  if (!form) throw new Error('the scope has ended');
  return form;
}

const answer = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

beforeEach(() => {
  scope = effectScope();
  vi.stubGlobal('fetch', (request: Request) => {
    const refused = {
      code: 409,
      message: '已有人投票，不能再改标题和内容',
      slug: 'community_poll_has_votes',
      data: null,
    };
    if (request.method === 'PATCH') return Promise.resolve(answer(409, refused));
    return Promise.resolve(answer(200, { code: 200, message: 'ok', data: voted }));
  });
});
afterEach(() => {
  scope.stop();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('fixes the words when the first vote came while the form was open, and says so', async () => {
  const form = formOf(asked);
  expect(form.isFixed.value).toBe(false);
  form.draft.title = '吃什么？';
  form.draft.tags = ['春游'];
  expect(await form.submit()).toBeNull();
  expect([form.isFixed.value, form.isConflict.value]).toEqual([true, false]);
  expect(form.refusal.value).toContain('已有人投票');
  expect([form.draft.title, form.draft.content, form.draft.tags]).toEqual(['去哪里？', '周五', ['春游']]);
});

it('begins with the words that were voted on', () => {
  const form = formOf(voted);
  expect(form.isFixed.value).toBe(true);
  expect(form.draft).toMatchObject({ title: '去哪里？', content: '周五' });
  expect(form.isChanged()).toBe(false);
});

it('says that a moderator looks at a new post first, which is no failure', async () => {
  const held = { code: 409, message: '内容需要审核', slug: 'held', data: null };
  vi.stubGlobal('fetch', () => Promise.resolve(answer(409, held)));
  const form = scope.run(() => usePostForm());
  Object.assign(form?.draft ?? {}, { title: '第一帖', content: '大家好' });
  expect(await form?.submit()).toBe('waiting');
  expect(form?.refusal.value).toBe('');
});
