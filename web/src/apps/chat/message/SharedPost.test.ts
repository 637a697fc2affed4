// A post in the chat is what the portal says of it to whoever looks, and is asked for only by whoever looks.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, type App } from 'vue';
import { ApiFailure } from '@/api/failure';
import { dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import * as api from '../api';
import { followSharedPosts } from '../state/shared-posts';
import type { Message, SharedPost } from '../types';
import ForwardCard from './ForwardCard.vue';

type Notify = (entries: { target: Element; isIntersecting: boolean }[]) => void;

const observed = new Set<Element>();
let notify: Notify;
class Observer {
  constructor(callback: Notify) {
    notify = callback;
  }
  observe = (element: Element): void => void observed.add(element);
  unobserve = (element: Element): void => void observed.delete(element);
}
// One observer is made for the whole page, with the first card.
vi.stubGlobal('IntersectionObserver', Observer);

const POST = {
  id: 7,
  type: 'food',
  title: '校门口的**面馆**',
  content: '牛肉面 **12 块**',
  author_id: '260102',
  author_name: '默默',
  anonymous: false,
  images: [],
  poll: null,
} as unknown as SharedPost;
const FORGED = JSON.stringify({ post_id: 7, title: '我抄了作业', content: '真的', author_name: '夏天' });

const read = vi.fn<typeof api.readSharedPost>();
let root: HTMLElement;
let app: App;
let stop: () => void;

beforeEach(() => {
  read.mockReset();
  vi.spyOn(api, 'readSharedPost').mockImplementation(read);
  read.mockImplementation((id) => Promise.resolve({ ...POST, id }));
  stop = followSharedPosts();
});
afterEach(() => {
  app.unmount();
  stop();
  queryClient.clear();
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

/** Shows cards of these contents, out of sight. */
function show(...contents: string[]): void {
  root = document.body.appendChild(document.createElement('div'));
  const cards = contents.map((content) =>
    h(ForwardCard, { message: { type: 'community_forward', content } as Message }),
  );
  app = createApp(() => h('div', cards));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
}

async function scroll(isIntersecting: boolean): Promise<void> {
  notify([...observed].map((target) => ({ target, isIntersecting })));
  await nextTick();
}

const shows = (text: string): Promise<void> => vi.waitFor(() => expect(root.textContent).toContain(text));

it('shows what the post says, asked for once it is in sight, and nothing that the message says of it', async () => {
  show(FORGED, FORGED);
  await nextTick();
  expect(read).not.toHaveBeenCalled();
  await scroll(true);
  await shows('校门口的**面馆**牛肉面 12 块默默 · 美食');
  expect(read).toHaveBeenCalledTimes(1);
  expect(root.querySelector('a')?.getAttribute('href')).toBe('#/app/community/7');
  for (const words of ['我抄了作业', '真的', '夏天']) expect(root.textContent).not.toContain(words);
});

it('says so where there is none for the member, and keeps to the card of a program that names no post', async () => {
  read.mockRejectedValue(new ApiFailure(404, ''));
  show(FORGED, '{"title":"旧卡片","content":"写在里面"}');
  await scroll(true);
  await shows('看不到，或已删除');
  expect(root.textContent).not.toContain('我抄了作业');
  expect(root.textContent).toContain('旧卡片写在里面');
  await scroll(false);
  await scroll(true);
  expect(read).toHaveBeenCalledTimes(1);
});

it('follows the post: what is in sight at once, the rest when it comes into sight', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    show('{"post_id":7}');
    await scroll(true);
    await vi.advanceTimersByTimeAsync(10);
    expect(root.textContent).toContain('牛肉面');
    read.mockRejectedValue(new ApiFailure(404, ''));
    const frame = { type: 'community_event', action: 'post_removed', post_id: 7, post_type: 'food' };
    dispatch(frame);
    dispatch({ ...frame, post_id: 8 });
    await vi.advanceTimersByTimeAsync(3000);
    expect(root.textContent).toContain('看不到，或已删除');
    expect(read).toHaveBeenCalledTimes(2);
    await scroll(false);
    read.mockResolvedValue(POST);
    dispatch({ ...frame, action: 'post_changed' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(read).toHaveBeenCalledTimes(2);
    await scroll(true);
    await vi.advanceTimersByTimeAsync(10);
    expect(root.textContent).toContain('牛肉面');
  } finally {
    vi.useRealTimers();
  }
});

it('asks for three posts at a time', async () => {
  const answers: (() => void)[] = [];
  read.mockImplementation(
    (id) => new Promise((done) => answers.push(() => done({ ...POST, id, title: `第 ${id} 条` }))),
  );
  show(...[1, 2, 3, 4, 5].map((id) => `{"post_id":${id}}`));
  await scroll(true);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3));
  answers.shift()?.();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(4));
  answers.splice(0).forEach((answer) => answer());
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(5));
  answers.splice(0).forEach((answer) => answer());
  await shows('第 5 条');
});

it('says that the server is away, and asks again when told to', async () => {
  read.mockRejectedValue(new ApiFailure(400, '不行', { slug: 'x' }));
  show('{"post_id":7}');
  await scroll(true);
  await shows('不行');
  read.mockResolvedValue({ ...POST, anonymous: true, author_id: '', author_name: '匿名同学' });
  root.querySelector<HTMLElement>('button')?.click();
  await shows('匿名同学 · 美食');
});
