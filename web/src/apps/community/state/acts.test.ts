// A like shows at once wherever the post is shown, and goes again where the server refuses it.
import type { InfiniteData } from '@tanstack/vue-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/core/query';
import { toasts } from '@/core/toast';
import { aPost } from '../model/testing';
import type { Post, PostPage } from '../types';
import { toggleLike } from './acts';
import { putPost, shownPost, takeOut } from './cache';
import { FEED_KEY, POST_KEY, RANKING_KEY } from './queries';

const LIST = [...FEED_KEY, { sort: 'latest' }];
const RANKING = [...RANKING_KEY, 'hot', 7];

function show(post: Post): void {
  queryClient.setQueryData<InfiniteData<PostPage>>(LIST, { pages: [{ posts: [post] }], pageParams: [''] });
  queryClient.setQueryData<Post[]>(RANKING, [post]);
  queryClient.setQueryData<Post>([...POST_KEY, post.id], post);
}

function likesShown(): number[] {
  const listed = queryClient.getQueryData<InfiniteData<PostPage>>(LIST)?.pages[0]?.posts[0];
  const ranked = queryClient.getQueryData<Post[]>(RANKING)?.[0];
  return [listed, ranked, shownPost(1)].map((post) => post?.like_count ?? -1);
}

function answer(status: number, data: unknown): void {
  const body = JSON.stringify({ code: status, message: '不行', slug: 'x', data });
  const headers = { 'Content-Type': 'application/json' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers })));
}

afterEach(() => {
  queryClient.clear();
  toasts.value = [];
  vi.unstubAllGlobals();
});

it('counts a like in every list before the server has answered, and as the server says then', async () => {
  show(aPost({ like_count: 4 }));
  answer(200, { like_count: 9, liked: true });
  const done = toggleLike(aPost({ like_count: 4 }));
  expect(likesShown()).toEqual([5, 5, 5]);
  await done;
  expect(likesShown()).toEqual([9, 9, 9]);
});

it('takes a like back that the server refuses, and says so', async () => {
  show(aPost({ like_count: 4 }));
  answer(400, null);
  await toggleLike(aPost({ like_count: 4 }));
  expect(likesShown()).toEqual([4, 4, 4]);
  expect(toasts.value).toMatchObject([{ kind: 'error', text: '不行' }]);
});

it('keeps lists to the beginning of a long post', () => {
  show(aPost({ content: '短' }));
  putPost(aPost({ content: '字'.repeat(400) }));
  const listed = queryClient.getQueryData<Post[]>(RANKING)?.[0];
  expect([listed?.content.length, listed?.truncated, shownPost(1)?.content.length]).toEqual([300, true, 400]);
});

it('takes a post out of every list', () => {
  show(aPost());
  takeOut(1);
  expect(likesShown().slice(0, 2)).toEqual([-1, -1]);
});
