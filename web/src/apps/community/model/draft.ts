// A post while it is written: what the fields hold, what is wrong with it, and what is sent; pure.
import { fieldTime, wireTime } from '@/core/zone/field';
import type { NewPost, PollBody, Post, PostChange, PostType } from '../types';
import { lengthOf } from './excerpt';
import { faultOf, MAX_QUESTIONS, newQuestion, questionOf, type QuestionDraft } from './questions';

export const TYPES = ['forum', 'food', 'hot', 'poll', 'survey'] as const satisfies readonly PostType[];
export const MAX_TITLE = 100;
export const MAX_CONTENT = 20_000;
export const MAX_TAGS = 5;
export const MAX_TAG = 20;
export const MAX_PICTURES = 9;
/** The name under which a post that is half written is kept on the device. */
export const KEPT = 'community-post';

/** A picture that the portal has. */
export interface DraftPicture {
  hash: string;
  name: string;
}

export interface Draft {
  type: PostType;
  title: string;
  content: string;
  tags: string[];
  pictures: DraftPicture[];
  anonymous: boolean;
  visible: string[];
  hidden: string[];
  /** The one question of a poll. */
  poll: QuestionDraft;
  survey: QuestionDraft[];
  /** As the field for date and time has it; empty for no end. */
  closes: string;
  secret: boolean;
  resultsFrom: 'vote' | 'close';
}

export interface KeptDraft {
  draft: Draft;
  key: string;
}

export function emptyDraft(type: PostType = 'forum'): Draft {
  return {
    type,
    title: '',
    content: '',
    tags: [],
    pictures: [],
    anonymous: false,
    visible: [],
    hidden: [],
    poll: newQuestion(),
    survey: [newQuestion()],
    closes: '',
    secret: true,
    resultsFrom: 'vote',
  };
}

/** The fields of a post that is edited. Its questions stand as they are. */
export function draftOf(post: Post): Draft {
  return {
    ...emptyDraft(post.type),
    title: post.title,
    content: post.content,
    tags: [...post.tags],
    pictures: post.images.map(({ hash }) => ({ hash, name: '' })),
    anonymous: post.anonymous,
    visible: [...post.visible_groups],
    hidden: [...post.hidden_groups],
    closes: post.poll?.closes_at ? fieldTime(post.poll.closes_at) : '',
  };
}

export function hasQuestions(type: PostType): boolean {
  return type === 'poll' || type === 'survey';
}

/** The questions that a post of its type would have. */
export function questionsOf({ type, poll, survey }: Draft): QuestionDraft[] {
  if (type === 'poll') return [poll];
  return type === 'survey' ? survey : [];
}

/** Whether there is something that would be a pity to lose. */
export function isTouched(draft: Draft): boolean {
  const { title, content, tags, pictures } = draft;
  const isAsking = [draft.poll, ...draft.survey].some(
    ({ text, options }) => text.trim() !== '' || options.some((option) => option.text.trim() !== ''),
  );
  return title.trim() !== '' || content.trim() !== '' || tags.length > 0 || pictures.length > 0 || isAsking;
}

export type Fault = 'title' | 'title_long' | 'content' | 'content_long' | 'closes' | 'questions';

/** What keeps a post from being sent, in the order of the fields. */
export function faultsOf(draft: Draft, now: Date, edited?: Post): Fault[] {
  const { type, title, content, pictures, closes } = draft;
  const asks = hasQuestions(type);
  const isEmpty = title.trim() === '' && content.trim() === '' && pictures.length === 0;
  const end = closes ? wireTime(closes) : undefined;
  const isUnchangedEnd = edited?.poll?.closes_at ? fieldTime(edited.poll.closes_at) === closes : false;
  const isPast = closes !== '' && !isUnchangedEnd && (!end || Date.parse(end) <= now.getTime());
  const found: [Fault, boolean][] = [
    ['title', asks && title.trim() === ''],
    ['title_long', lengthOf(title.trim()) > MAX_TITLE],
    ['content', !asks && isEmpty],
    ['content_long', lengthOf(content) > MAX_CONTENT],
    ['questions', asks && !edited && hasFaultyQuestions(draft)],
    ['closes', asks && isPast],
  ];
  return found.filter(([, isFault]) => isFault).map(([fault]) => fault);
}

function hasFaultyQuestions(draft: Draft): boolean {
  const questions = questionsOf(draft);
  const isCount = questions.length > 0 && questions.length <= MAX_QUESTIONS;
  return !isCount || questions.some((question) => faultOf(question, draft.type === 'poll') !== '');
}

export function bodyOf(draft: Draft, key: string): NewPost {
  const { type, title, content, tags, pictures, anonymous, visible, hidden } = draft;
  return {
    type,
    title: title.trim(),
    content: content.trim(),
    tags,
    images: pictures.map(({ hash }) => hash),
    anonymous,
    visible_groups: visible,
    hidden_groups: hidden,
    ...(hasQuestions(type) && { poll: pollOf(draft) }),
    key,
  };
}

function pollOf(draft: Draft): PollBody {
  const closes_at = draft.closes ? wireTime(draft.closes) : undefined;
  return {
    questions: questionsOf(draft).map(questionOf),
    ...(closes_at && { closes_at }),
    secret: draft.secret,
    results_from: draft.resultsFrom,
  };
}

/** Whether somebody has voted on a post: its title and text stay then. */
export function hasVotes({ poll }: Post): boolean {
  return (poll?.voter_count ?? 0) > 0;
}

/** What has changed against the post; null when nothing has. */
export function changeOf(before: Post, draft: Draft): PostChange | null {
  const was = draftOf(before);
  const change: PostChange = {};
  if (!hasVotes(before)) {
    if (draft.title.trim() !== was.title) change.title = draft.title.trim();
    if (draft.content.trim() !== was.content) change.content = draft.content.trim();
  }
  if (!isSame(draft.tags, was.tags)) change.tags = draft.tags;
  const images = draft.pictures.map(({ hash }) => hash);
  if (
    !isSame(
      images,
      was.pictures.map(({ hash }) => hash),
    )
  )
    change.images = images;
  if (!isSame(draft.visible, was.visible)) change.visible_groups = draft.visible;
  if (!isSame(draft.hidden, was.hidden)) change.hidden_groups = draft.hidden;
  // An empty time takes the end away.
  const closes_at = draft.closes ? wireTime(draft.closes) : '';
  if (closes_at !== undefined && draft.closes !== was.closes) change.closes_at = closes_at;
  return Object.keys(change).length > 0 ? { ...change, revision: before.revision } : null;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, i) => entry === other[i]);
}

/** The tags that a text adds: separated by blanks, commas or `#`, none twice. */
export function tagsWith(tags: readonly string[], typed: string): string[] {
  const more = typed
    .split(/[\s#,，、；;]+/)
    .map((tag) => [...tag.trim()].slice(0, MAX_TAG).join(''))
    .filter(Boolean);
  return [...new Set([...tags, ...more])].slice(0, MAX_TAGS);
}
