// The community's talk with the server, one function per call.
import { api, send } from '@/api/client';
import type {
  Answer,
  Comment,
  CommentPage,
  Likes,
  NewComment,
  NewPost,
  Post,
  PostChange,
  PostPage,
  PostQuery,
  Privacy,
  PrivacyChange,
  Profile,
  Revealed,
  Revision,
  Voters,
} from './types';

/** As many comments as the server gives at once. */
const COMMENTS = 200;

const at = (id: number): { path: { id: number } } => ({ path: { id } });

export function listPosts(query: PostQuery): Promise<PostPage> {
  return send(api.GET('/api/community', { params: { query } }));
}

export function readPost(id: number): Promise<Post> {
  return send(api.GET('/api/community/{id}', { params: at(id) }));
}

/** Posts; the same `key` is the same post, however often. */
export function createPost(body: NewPost): Promise<Post> {
  return send(api.POST('/api/community', { body }));
}

export function changePost(id: number, body: PostChange): Promise<Post> {
  return send(api.PATCH('/api/community/{id}', { params: at(id), body }));
}

export async function removePost(id: number): Promise<void> {
  await send(api.DELETE('/api/community/{id}', { params: at(id) }));
}

export async function restorePost(id: number): Promise<void> {
  await send(api.POST('/api/community/{id}/restore', { params: at(id) }));
}

export async function listRevisions(id: number): Promise<Revision[]> {
  return (await send(api.GET('/api/community/{id}/revisions', { params: at(id) }))).revisions;
}

export function likePost(id: number, liked: boolean): Promise<Likes> {
  const params = at(id);
  return send(
    liked ? api.PUT('/api/community/{id}/like', { params }) : api.DELETE('/api/community/{id}/like', { params }),
  );
}

export function likeComment(id: number, liked: boolean): Promise<Likes> {
  const params = at(id);
  const path = '/api/community/comments/{id}/like';
  return send(liked ? api.PUT(path, { params }) : api.DELETE(path, { params }));
}

export async function bookmarkPost(id: number, bookmarked: boolean): Promise<void> {
  const params = at(id);
  const path = '/api/community/{id}/bookmark';
  await send(bookmarked ? api.PUT(path, { params }) : api.DELETE(path, { params }));
}

export async function markOpened(id: number): Promise<void> {
  await send(api.POST('/api/community/{id}/read', { params: at(id) }));
}

/** Counts one more that was sent to a chat. */
export async function countShare(id: number): Promise<number> {
  return (await send(api.POST('/api/community/{id}/share', { params: at(id) }))).share_count;
}

export function pinPost(id: number, pinned: boolean): Promise<Post> {
  return send(api.PUT('/api/community/{id}/pin', { params: at(id), body: { pinned } }));
}

export function featurePost(id: number, featured: boolean): Promise<Post> {
  return send(api.PUT('/api/community/{id}/feature', { params: at(id), body: { featured } }));
}

export function revealPost(id: number, reason: string): Promise<Revealed> {
  return send(api.POST('/api/community/{id}/reveal', { params: at(id), body: { reason } }));
}

export function revealComment(id: number, reason: string): Promise<Revealed> {
  return send(api.POST('/api/community/comments/{id}/reveal', { params: at(id), body: { reason } }));
}

/** A page of comments, oldest first. */
export function listComments(id: number, after?: number): Promise<CommentPage> {
  const query = { limit: COMMENTS, ...(after && { after }) };
  return send(api.GET('/api/community/{id}/comments', { params: { ...at(id), query } }));
}

export function createComment(id: number, body: NewComment): Promise<Comment> {
  return send(api.POST('/api/community/{id}/comments', { params: at(id), body }));
}

export function changeComment(id: number, content: string): Promise<Comment> {
  return send(api.PATCH('/api/community/comments/{id}', { params: at(id), body: { content } }));
}

export async function removeComment(id: number): Promise<void> {
  await send(api.DELETE('/api/community/comments/{id}', { params: at(id) }));
}

export async function restoreComment(id: number): Promise<void> {
  await send(api.POST('/api/community/comments/{id}/restore', { params: at(id) }));
}

export function votePost(id: number, answers: Answer[]): Promise<Post> {
  return send(api.PUT('/api/community/{id}/vote', { params: at(id), body: { answers } }));
}

/** Ends the vote now. */
export function closePoll(id: number): Promise<Post> {
  return send(api.POST('/api/community/{id}/close', { params: at(id) }));
}

export function listVoters(id: number): Promise<Voters> {
  return send(api.GET('/api/community/{id}/voters', { params: at(id) }));
}

export async function listRanking(list: 'hot' | 'food', days: number): Promise<Post[]> {
  return (await send(api.GET('/api/community/rankings', { params: { query: { list, days } } }))).posts;
}

export function readProfile(user_id: string): Promise<Profile> {
  return send(api.GET('/api/community/profiles/{user_id}', { params: { path: { user_id } } }));
}

export function readPrivacy(): Promise<Privacy> {
  return send(api.GET('/api/community/profile'));
}

export function savePrivacy(body: PrivacyChange): Promise<Privacy> {
  return send(api.PUT('/api/community/profile', { body }));
}

export function readUnread(): Promise<{ unread: number }> {
  return send(api.GET('/api/community/unread'));
}

/** The member has looked at the feed. */
export async function markLooked(): Promise<void> {
  await send(api.POST('/api/community/seen'));
}

/** Where the author has the answers as a table. */
export const tableAddress = (id: number): string => `/api/community/${id}/results.csv`;
