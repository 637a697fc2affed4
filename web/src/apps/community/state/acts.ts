// What a member does with a post: shown at once, and taken back where the server refuses it.
import { failureText } from '@/core/failure-text';
import { toast, UNDO_MS } from '@/core/toast';
import { bookmarkPost, countShare, likePost, markOpened, removePost, restorePost } from '../api';
import { t } from '../i18n';
import type { Post } from '../types';
import { changeShown, refreshLists, takeOut } from './cache';

/** Acts that are under way: a second tap waits for the answer to the first. */
const pending = new Set<string>();

/** Whether it was done; what was not is taken back and said. */
async function once(name: string, act: () => Promise<void>, undo: () => void): Promise<boolean> {
  pending.add(name);
  try {
    await act();
    return true;
  } catch (cause) {
    undo();
    toast(failureText(cause), { kind: 'error' });
    return false;
  } finally {
    pending.delete(name);
  }
}

export async function toggleLike({ id, liked, like_count: before, own }: Post): Promise<void> {
  const name = `like:${id}`;
  if (pending.has(name)) return;
  if (own) return void toast(t('post.like_own'));
  const set = (to: boolean, count: number): void =>
    changeShown(id, (post) => ({ ...post, liked: to, like_count: Math.max(0, count) }));
  set(!liked, before + (liked ? -1 : 1));
  await once(
    name,
    async () => {
      const now = await likePost(id, !liked);
      set(now.liked, now.like_count);
    },
    () => set(liked, before),
  );
}

export async function toggleBookmark({ id, bookmarked }: Post): Promise<void> {
  const name = `bookmark:${id}`;
  if (pending.has(name)) return;
  const set = (to: boolean): void => changeShown(id, (post) => ({ ...post, bookmarked: to }));
  set(!bookmarked);
  const isDone = await once(
    name,
    () => bookmarkPost(id, !bookmarked),
    () => set(bookmarked),
  );
  if (isDone) toast(t(bookmarked ? 'post.unbookmarked' : 'post.bookmarked'));
}

/** It was sent to a chat; a count that does not arrive is no reason to bother anybody. */
export async function shared(id: number): Promise<void> {
  const counted = await countShare(id).catch(() => null);
  if (counted !== null) changeShown(id, (post) => ({ ...post, share_count: counted }));
}

/** The member has it before them; without an answer it stays unread. */
export async function opened(id: number): Promise<void> {
  try {
    await markOpened(id);
    changeShown(id, (post) => ({ ...post, unread: false, new_comments: 0 }));
  } catch {
    // It is marked the next time.
  }
}

/** Takes a post away, with a way back; rejects where the server refuses. */
export async function remove({ id }: Post): Promise<void> {
  await removePost(id);
  sayRemoved(id);
}

/** A post is gone, also one that a moderator has removed: it leaves the lists, and can come back. */
export function sayRemoved(id: number): void {
  takeOut(id);
  toast(t('post.removed'), { ms: UNDO_MS, action: { label: t('post.undo'), run: () => void restore(id) } });
}

async function restore(id: number): Promise<void> {
  try {
    await restorePost(id);
    refreshLists();
    toast(t('post.restored'));
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
  }
}
