// Comments in the order of a conversation.
import { expect, it } from 'vitest';
import { ownAlias, treeRows } from './comment-tree';
import { aComment } from './testing';

const rowsOf = (comments: Parameters<typeof treeRows>[0], most = 3): string[] =>
  treeRows(comments, most).map(
    ({ comment, depth, replyTo }) => `${depth}:${comment.id}${replyTo ? `@${replyTo.id}` : ''}`,
  );

it('puts answers below what they answer, oldest first', () => {
  const comments = [aComment(1), aComment(2), aComment(3, 1), aComment(4, 3), aComment(5, 1)];
  expect(rowsOf(comments)).toEqual(['0:1', '1:3', '2:4', '1:5', '0:2']);
});

it('moves nothing further to the right than there is room, and says there whom it answers', () => {
  const comments = [aComment(1), aComment(2, 1), aComment(3, 2), aComment(4, 3)];
  expect(rowsOf(comments, 1)).toEqual(['0:1', '1:2', '1:3@2', '1:4@3']);
});

it('shows an answer whose comment is on a page that has not come', () => {
  expect(rowsOf([aComment(9, 2)])).toEqual(['0:9']);
});

it('keeps the place of a deleted comment as long as somebody’s words stand below it', () => {
  const gone = { deleted: true };
  const comments = [aComment(1, null, gone), aComment(2, 1, gone), aComment(3, 2), aComment(4, null, gone)];
  expect(rowsOf(comments)).toEqual(['0:1', '1:2', '2:3']);
  expect(rowsOf([aComment(1, null, gone), aComment(2, 1, gone)])).toEqual([]);
});

it('knows the number under which one has spoken', () => {
  const own = { own: true, anonymous: true, alias: 2 };
  expect(ownAlias([aComment(1), aComment(2, null, own)])).toBe(2);
  expect(ownAlias([aComment(1, null, { anonymous: true, alias: 3 })])).toBeNull();
});
