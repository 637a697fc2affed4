// The comments of posts: read page by page, oldest first, and kept as they change.
import { useInfiniteQuery, type InfiniteData } from '@tanstack/vue-query';
import type { Ref } from 'vue';
import { computed } from 'vue';
import { failureText } from '@/core/failure-text';
import { queryClient } from '@/core/query';
import { toast } from '@/core/toast';
import { likeComment, listComments } from '../api';
import { t } from '../i18n';
import type { Comment, CommentPage } from '../types';

type Pages = InfiniteData<CommentPage, number>;

const keyOf = (post: number): readonly unknown[] => ['community', 'comments', post];
/** Comments that come within so long of each other are one request. */
const GATHER_MS = 600;
const timers = new Map<number, number>();
const liking = new Set<number>();

/** The comments of a post. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useComments(post: Ref<number>) {
  return useInfiniteQuery({
    queryKey: computed(() => keyOf(post.value)),
    initialPageParam: 0,
    queryFn: ({ pageParam, queryKey }): Promise<CommentPage> =>
      listComments(queryKey[2] as number, pageParam || undefined),
    getNextPageParam: (last: CommentPage) => last.next ?? undefined,
    staleTime: 0,
  });
}

/** Reads all of them anew. */
export function refreshComments(post: number): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(post) });
}

/** Reads those after the last one, if the last page is there. */
export function takeNewComments(post: number): void {
  if (!queryClient.getQueryData(keyOf(post))) return;
  window.clearTimeout(timers.get(post));
  timers.set(
    post,
    window.setTimeout(() => void takeNow(post), GATHER_MS),
  );
}

async function takeNow(post: number): Promise<void> {
  const pages = queryClient.getQueryData<Pages>(keyOf(post))?.pages ?? [];
  const last = pages[pages.length - 1];
  if (!last || typeof last.next === 'number') return;
  const newest = pages.flatMap(({ comments }) => comments).reduce((most, { id }) => Math.max(most, id), 0);
  const more = await listComments(post, newest || undefined).catch(() => null);
  more?.comments.forEach((comment) => putComment(post, comment));
}

/** Puts a comment in its place, or behind all others. */
export function putComment(post: number, comment: Comment): void {
  queryClient.setQueryData<Pages>(keyOf(post), (data) => {
    if (!data) return data;
    const isKnown = data.pages.some(({ comments }) => comments.some(({ id }) => id === comment.id));
    const lastPage = data.pages.length - 1;
    const pages = data.pages.map((page, index) => {
      if (isKnown)
        return { ...page, comments: page.comments.map((known) => (known.id === comment.id ? comment : known)) };
      return index === lastPage ? { ...page, comments: [...page.comments, comment] } : page;
    });
    return { ...data, pages };
  });
}

function change(post: number, id: number, by: Partial<Comment>): void {
  const pages = queryClient.getQueryData<Pages>(keyOf(post))?.pages ?? [];
  const known = pages.flatMap(({ comments }) => comments).find((comment) => comment.id === id);
  if (known) putComment(post, { ...known, ...by });
}

export function commentLiked(post: number, id: number, like_count: number): void {
  change(post, id, { like_count });
}

/** Likes a comment, or no longer; shown at once, and taken back where the server refuses it. */
export async function toggleCommentLike({ id, post_id: post, liked, like_count: before, own }: Comment): Promise<void> {
  if (liking.has(id)) return;
  if (own) return void toast(t('post.like_own'));
  liking.add(id);
  change(post, id, { liked: !liked, like_count: Math.max(0, before + (liked ? -1 : 1)) });
  try {
    change(post, id, await likeComment(id, !liked));
  } catch (cause) {
    change(post, id, { liked, like_count: before });
    toast(failureText(cause), { kind: 'error' });
  } finally {
    liking.delete(id);
  }
}
