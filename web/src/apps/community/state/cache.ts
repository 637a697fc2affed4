// Posts that have been read: one stands in several lists, and a change of it shows in all of them.
import type { InfiniteData } from '@tanstack/vue-query';
import { queryClient } from '@/core/query';
import type { Post, PostPage } from '../types';
import { FEED_KEY, KEY, POST_KEY, RANKING_KEY } from './queries';

type Listed = InfiniteData<PostPage> | Post[];
type Change = (post: Post) => Post;

/** What a list has of the content. */
const LISTED = 300;

/** Changes a post wherever it is shown. */
export function changeShown(id: number, change: Change): void {
  const one = (post: Post): Post => (post.id === id ? change(post) : post);
  changeLists((posts) => (posts.some((post) => post.id === id) ? posts.map(one) : posts));
  queryClient.setQueryData<Post>([...POST_KEY, id], (post) => post && change(post));
}

/** Puts a post as the server has just answered it in the place of what is shown of it. */
export function putPost(post: Post): void {
  const letters = [...post.content];
  const isCut = letters.length > LISTED;
  const listed = isCut ? { ...post, content: letters.slice(0, LISTED).join(''), truncated: true } : post;
  changeLists((posts) => posts.map((known) => (known.id === post.id ? listed : known)));
  queryClient.setQueryData<Post>([...POST_KEY, post.id], post);
}

/** Takes a post out of every list. */
export function takeOut(id: number): void {
  changeLists((posts) => (posts.some((post) => post.id === id) ? posts.filter((post) => post.id !== id) : posts));
}

/** Takes a post that is gone out of every list; a view that has it open reads it anew, and says that it is gone. */
export function forgetPost(id: number): void {
  takeOut(id);
  void queryClient.resetQueries({ queryKey: [...POST_KEY, id], exact: true });
}

/** A post of a list or a view, if one has it. */
export function shownPost(id: number): Post | undefined {
  const whole = queryClient.getQueryData<Post>([...POST_KEY, id]);
  if (whole) return whole;
  const lists = [FEED_KEY, RANKING_KEY].flatMap((queryKey) => queryClient.getQueriesData<Listed>({ queryKey }));
  for (const [, data] of lists) {
    const found = data && postsOf(data).find((post) => post.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Reads every list anew. */
export function refreshAll(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
}

export function refreshLists(): void {
  for (const queryKey of [FEED_KEY, RANKING_KEY]) void queryClient.invalidateQueries({ queryKey });
}

function changeLists(change: (posts: Post[]) => Post[]): void {
  for (const queryKey of [FEED_KEY, RANKING_KEY])
    queryClient.setQueriesData<Listed>({ queryKey }, (data) => data && changed(data, change));
}

function changed(data: Listed, change: (posts: Post[]) => Post[]): Listed {
  if (Array.isArray(data)) return change(data);
  return { ...data, pages: data.pages.map((page) => ({ ...page, posts: change(page.posts) })) };
}

function postsOf(data: Listed): Post[] {
  return Array.isArray(data) ? data : data.pages.flatMap(({ posts }) => posts);
}
