// What is pushed while the app is open: counts change where they stand, posts that are gone leave, and new ones wait
// until the member wants to see them, so that nothing moves under the finger.
import { onScopeDispose, ref } from 'vue';
import { asFailure } from '@/api/failure';
import { subscribe } from '@/core/live';
import { onUnresumed } from '@/core/live/on-gap';
import { readPost } from '../api';
import type { CommunityFrame } from '../types';
import { changeShown, forgetPost, putPost, refreshAll, shownPost } from './cache';
import { commentLiked, refreshComments, takeNewComments } from './comments';
import { place } from './navigation';

/** Posts that were written since the list was read. */
export const freshPosts = ref<readonly { id: number; type: string }[]>([]);

/** Votes come in bursts when a teacher asks a class; every page reads each post once in so long. */
const GATHER_MS = 3000;

const ownActs = new Set<string>();
const waiting = new Set<number>();
let timer = 0;

/** This page has made it itself: the frame of it is no news. */
export function madeHere(what: 'post' | 'comment', id: number): void {
  ownActs.add(`${what}:${id}`);
  if (what === 'post') freshPosts.value = freshPosts.value.filter((post) => post.id !== id);
}

/** Follows as long as the scope lives. */
export function useFollowing(): void {
  let isSubscribing = true;
  const stops = [
    subscribe('community_event', hear),
    // What has been read before this connection may be behind; what is read in this moment is not.
    onUnresumed(() => {
      if (!isSubscribing) refreshAll();
    }),
  ];
  isSubscribing = false;
  onScopeDispose(() => {
    window.clearTimeout(timer);
    waiting.clear();
    stops.forEach((stop) => stop());
  });
}

function hear(frame: CommunityFrame): void {
  const { action, post_id: id } = frame;
  if (action === 'post_created') return addFresh(frame);
  if (action === 'post_removed') return dropPost(id);
  if (action === 'liked') return countLikes(frame);
  if (action === 'post_changed' || action === 'voted') return rereadSoon(id);
  countComments(frame);
}

function addFresh({ post_id: id, post_type: type }: CommunityFrame): void {
  if (ownActs.has(`post:${id}`) || shownPost(id) || freshPosts.value.some((post) => post.id === id)) return;
  freshPosts.value = [...freshPosts.value, { id, type }];
}

function dropPost(id: number): void {
  freshPosts.value = freshPosts.value.filter((post) => post.id !== id);
  forgetPost(id);
}

function countLikes({ post_id: id, comment_id: comment, like_count: count }: CommunityFrame): void {
  if (typeof count !== 'number') return;
  if (comment) commentLiked(id, comment, count);
  else changeShown(id, (post) => ({ ...post, like_count: count }));
}

function countComments({ action, post_id: id, comment_id: comment, comment_count: count }: CommunityFrame): void {
  const isNews = action === 'comment_created' && !isOpen(id) && !ownActs.has(`comment:${comment}`);
  changeShown(id, (post) => ({
    ...post,
    comment_count: count ?? post.comment_count,
    new_comments: post.new_comments + Number(isNews && !post.unread),
  }));
  if (action === 'comment_created') takeNewComments(id);
  else refreshComments(id);
}

function isOpen(id: number): boolean {
  return place.value.kind === 'post' && place.value.id === id;
}

/** Reads a post that is shown anew, once for all that happens to it within a moment; one that was gone may be back. */
function rereadSoon(id: number): void {
  if (!shownPost(id) && !isOpen(id)) return;
  if (waiting.size === 0) timer = window.setTimeout(reread, GATHER_MS);
  waiting.add(id);
}

function reread(): void {
  const ids = [...waiting];
  waiting.clear();
  for (const id of ids) {
    readPost(id).then(putPost, (cause: unknown) => {
      if (asFailure(cause).status === 404) forgetPost(id);
    });
  }
}
