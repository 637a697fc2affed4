// Posts, comments and questions as the tests of this folder need them.
import type { Comment, Poll, Post, Question } from '../types';

export function aPost(more: Partial<Post> = {}): Post {
  return {
    id: 1,
    type: 'forum',
    title: '',
    content: '',
    truncated: false,
    author_id: '260101',
    author_name: '夏天',
    anonymous: false,
    own: false,
    visible_groups: [],
    hidden_groups: [],
    limited: false,
    tags: [],
    images: [],
    pinned: false,
    featured: false,
    like_count: 0,
    comment_count: 0,
    share_count: 0,
    liked: false,
    bookmarked: false,
    unread: false,
    new_comments: 0,
    revision: 1,
    edited_at: null,
    created_at: '2026-09-01T08:00:00.000Z',
    poll: null,
    may_edit: false,
    may_delete: false,
    may_moderate: false,
    may_reveal: false,
    ...more,
  };
}

export function aComment(id: number, parent_id: number | null = null, more: Partial<Comment> = {}): Comment {
  return {
    id,
    post_id: 1,
    parent_id,
    author_id: '260101',
    author_name: '夏天',
    alias: null,
    anonymous: false,
    own: false,
    by_author: false,
    content: `第 ${id} 条`,
    quote: null,
    like_count: 0,
    liked: false,
    deleted: false,
    created_at: '2026-09-01T08:00:00.000Z',
    edited_at: null,
    may_edit: false,
    may_delete: false,
    may_reveal: false,
    ...more,
  };
}

export function aQuestion(more: Partial<Question> = {}): Question {
  return {
    kind: 'choice',
    text: '',
    options: ['甲', '乙', '丙'],
    max_choices: 1,
    scale_min: 1,
    scale_max: 5,
    low_label: '',
    high_label: '',
    required: true,
    ...more,
  };
}

export function aPoll(more: Partial<Poll> = {}): Poll {
  return {
    questions: [aQuestion()],
    closes_at: null,
    closed: false,
    secret: true,
    results_from: 'vote',
    voter_count: 0,
    voted: false,
    own_answers: null,
    results: null,
    ...more,
  };
}
