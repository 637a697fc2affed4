// Comments come as a list, oldest first; here they become the rows of a tree; pure.
import type { Comment } from '../types';

export interface CommentRow {
  comment: Comment;
  /** How far it is moved to the right; never more than asked for. */
  depth: number;
  /** Whom it answers, where the row above it does not show that. */
  replyTo: Comment | null;
}

/** Where the rest of a thread has no room, all of it stands below its last level. */
export function treeRows(comments: readonly Comment[], maxDepth: number): CommentRow[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const children = new Map<number | null, Comment[]>();
  const parentOf = ({ parent_id: id }: Comment): Comment | undefined => (id ? byId.get(id) : undefined);
  for (const comment of comments) {
    // The parent may be on a page that has not come.
    const parent = parentOf(comment)?.id ?? null;
    children.set(parent, [...(children.get(parent) ?? []), comment]);
  }
  const rows: CommentRow[] = [];
  const add = (comment: Comment, level: number): void => {
    const answers = children.get(comment.id) ?? [];
    if (comment.deleted && !isHeld(answers, children)) return;
    const replyTo = level > maxDepth ? parentOf(comment) : undefined;
    rows.push({ comment, depth: Math.min(level, maxDepth), replyTo: replyTo ?? null });
    answers.forEach((answer) => add(answer, level + 1));
  };
  (children.get(null) ?? []).forEach((comment) => add(comment, 0));
  return rows;
}

/** Whether somebody's words still stand below. */
function isHeld(answers: readonly Comment[], children: ReadonlyMap<number | null, Comment[]>): boolean {
  return answers.some((answer) => !answer.deleted || isHeld(children.get(answer.id) ?? [], children));
}

/** The number under which one has spoken anonymously; null where one has not. */
export function ownAlias(comments: readonly Comment[]): number | null {
  return comments.find(({ own, anonymous, alias }) => own && anonymous && alias)?.alias ?? null;
}
