// Made-up posts, which the gallery shows where there are none.
import { pick, type Label } from '@/core/i18n';
import type { Poll, Post, PostType } from '../types';

const NAMES: readonly Label[] = [
  { zh: '夏天', en: 'Summer' },
  { zh: '默默', en: 'Momo' },
  { zh: '小雨', en: 'Rain' },
];
const HOUR_MS = 3_600_000;

export function madeUpPost(id: number, type: PostType, title: Label, more: Partial<Post> = {}): Post {
  return {
    id,
    type,
    title: pick(title),
    content: '',
    truncated: false,
    author_id: String(id),
    author_name: pick(NAMES[id % NAMES.length] ?? ''),
    anonymous: false,
    own: false,
    visible_groups: [],
    hidden_groups: [],
    limited: false,
    tags: [],
    images: [],
    pinned: false,
    featured: false,
    like_count: 40 - id * 6,
    comment_count: 24 - id * 4,
    share_count: 0,
    liked: false,
    bookmarked: false,
    unread: id < 3,
    new_comments: 0,
    revision: 1,
    edited_at: null,
    created_at: new Date(Date.now() - id * HOUR_MS).toISOString(),
    poll: null,
    may_edit: false,
    may_delete: false,
    may_moderate: false,
    may_reveal: false,
    ...more,
  };
}

/** A vote that goes on for so many hours. */
export function madeUpPoll(hours: number, voters: number): Poll {
  return {
    questions: [],
    closes_at: new Date(Date.now() + hours * HOUR_MS).toISOString(),
    closed: false,
    secret: true,
    results_from: 'vote',
    voter_count: voters,
    voted: false,
    own_answers: null,
    results: null,
  };
}

export function madeUpPosts(): Post[] {
  return [
    madeUpPost(1, 'forum', { zh: '周五的运动会谁去加油？', en: 'Who cheers on sports day?' }),
    madeUpPost(2, 'food', { zh: '校门口新开的面馆', en: 'The new noodle place' }),
    madeUpPost(3, 'hot', { zh: '图书馆周末也开门了', en: 'The library opens on weekends' }),
    madeUpPost(4, 'forum', { zh: '求一份物理笔记', en: 'Looking for physics notes' }),
  ];
}
