// The widgets of the community: what each shows, what it shows where there is nothing, and when it reads anew.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, ref, type App, type Component } from 'vue';
import { dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import { aPoll, aPost } from '../model/testing';
import { putPost } from '../state/cache';
import type { Post } from '../types';
import HotWidget from './HotWidget.vue';
import LatestWidget from './LatestWidget.vue';
import PollsWidget from './PollsWidget.vue';

const GATHERED_MS = 6000;
const asked = vi.fn<(query: string) => void>();
const refreshKey = ref(0);
let answer: { status: number; posts: Post[] };
let root: HTMLElement;
let app: App;

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  answer = { status: 200, posts: [] };
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    asked(pathname.replace('/api/community', '') + search);
    const { status, posts } = answer;
    const body = JSON.stringify({ code: status, message: '不行', slug: 'x', data: { posts, next: null } });
    return Promise.resolve(new Response(body, { status, headers: { 'Content-Type': 'application/json' } }));
  });
});
afterEach(() => {
  app.unmount();
  queryClient.clear();
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(widget: Component, posts: Post[], config: Record<string, unknown> = {}): Promise<void> {
  answer.posts = posts;
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(widget, { config, refreshKey: refreshKey.value }));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.advanceTimersByTimeAsync(50);
}

const lines = (): (string | null)[] => [...root.querySelectorAll('.title')].map(({ textContent }) => textContent);
const happens = (action: string): void => dispatch({ type: 'community_event', action, post_id: 9, post_type: 'forum' });

it.each<[string, Component, string]>([
  ['newest', LatestWidget, '社区还没有帖子'],
  ['hot', HotWidget, '还没有上榜的帖子'],
  ['waiting', PollsWidget, '没有要投的票'],
])('says that there are no %s posts, and that they did not come', async (_, widget, text) => {
  await show(widget, []);
  expect(root.textContent).toContain(text);
  app.unmount();
  queryClient.clear();
  answer.status = 400;
  await show(widget, []);
  expect(root.textContent).toContain('不行');
  expect(root.textContent).not.toContain(text);
});

it('shows the newest posts, marks those that are unread, and names nobody who is anonymous', async () => {
  const posts = [
    aPost({ id: 3, title: '三', unread: true, anonymous: true, author_id: '', author_name: '匿名同学' }),
    aPost({ id: 2, content: '**二** 没有标题' }),
    aPost({ id: 1, images: [{ hash: 'a'.repeat(64), width: 1, height: 1 }] as unknown as Post['images'] }),
  ];
  await show(LatestWidget, posts);
  expect(lines()).toEqual(['三', '二 没有标题', '[图片]']);
  expect(root.querySelectorAll('.dot')).toHaveLength(1);
  expect(root.textContent).toContain('匿名同学 ·');
  expect(root.querySelector('a[href="#/app/community/3"]')).not.toBeNull();
});

it('reads the newest anew once for all that was posted within a moment, and not for a like', async () => {
  await show(LatestWidget, []);
  happens('liked');
  happens('comment_created');
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  expect(asked).toHaveBeenCalledTimes(1);
  answer.posts = [aPost({ title: '新的' })];
  happens('post_created');
  happens('post_changed');
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(lines()).toEqual(['新的']);
  refreshKey.value += 1;
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toHaveBeenCalledTimes(3);
});

it('ranks what is hot, or what was eaten', async () => {
  await show(HotWidget, [aPost({ id: 2, title: '乙', like_count: 3, comment_count: 4 }), aPost({ title: '甲' })]);
  expect(root.textContent).toContain('1乙3 赞 · 4 评论2甲');
  expect(asked).toHaveBeenLastCalledWith('/rankings?list=hot&days=7');
  app.unmount();
  await show(HotWidget, [], { list: 'food' });
  expect(asked).toHaveBeenLastCalledWith('/rankings?list=food&days=7');
});

it('counts the votes that wait, the one that ends first on top, and lets one go that was given here', async () => {
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  const open = aPost({ id: 2, type: 'poll', title: '不急', poll: aPoll({ voter_count: 5 }) });
  const soon = aPost({ id: 1, type: 'survey', title: '快', poll: aPoll({ closes_at: ends }) });
  await show(PollsWidget, [open, soon]);
  expect(asked).toHaveBeenLastCalledWith(expect.stringContaining('waiting=true'));
  expect(lines()).toEqual(['快', '不急']);
  expect(root.textContent).toContain('2 个在等你');
  expect(root.textContent).toContain('5 人参与');
  putPost({ ...open, poll: aPoll({ voted: true }) });
  await vi.advanceTimersByTimeAsync(50);
  expect(lines()).toEqual(['快']);
  // It ends while the page is open.
  await vi.advanceTimersByTimeAsync(3_700_000);
  expect(root.textContent).toContain('没有要投的票');
});

it('reads the waiting votes anew when somebody has voted', async () => {
  await show(PollsWidget, []);
  happens('voted');
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  expect(asked).toHaveBeenCalledTimes(2);
});
