// A post while it is written.
import { expect, it } from 'vitest';
import { bodyOf, changeOf, draftOf, emptyDraft, faultsOf, isTouched, tagsWith, type Draft } from './draft';
import { newOption, newQuestion } from './questions';
import { aPoll, aPost } from './testing';

const NOW = new Date('2026-09-01T08:00:00.000Z');
const drafted = (more: Partial<Draft>): Draft => ({ ...emptyDraft(), ...more });
const options = (...texts: string[]) => texts.map((text) => newOption(text));

it('wants words or a picture of a post, and a title of a vote', () => {
  expect(faultsOf(drafted({}), NOW)).toEqual(['content']);
  expect(faultsOf(drafted({ pictures: [{ hash: 'ab', name: 'a.png' }] }), NOW)).toEqual([]);
  const poll = { ...newQuestion(), options: options('山', '海') };
  expect(faultsOf(drafted({ type: 'poll', content: '说明', poll }), NOW)).toEqual(['title']);
  expect(faultsOf(drafted({ type: 'poll', title: '去哪里？', poll }), NOW)).toEqual([]);
});

it('wants options that differ, and an end that is ahead', () => {
  const asking = drafted({ type: 'poll', title: '去哪里？' });
  expect(faultsOf(asking, NOW)).toEqual(['questions']);
  const same = { ...newQuestion(), options: options('山', '山 ') };
  expect(faultsOf({ ...asking, poll: same }, NOW)).toEqual(['questions']);
  const poll = { ...newQuestion(), options: options('山', '海') };
  expect(faultsOf({ ...asking, poll, closes: '2020-01-01T08:00' }, NOW)).toEqual(['closes']);
  expect(faultsOf({ ...asking, poll, closes: 'soon' }, NOW)).toEqual(['closes']);
});

it('sends the questions of its own type alone', () => {
  const poll = { ...newQuestion('several'), options: options('山', '海', ' '), most: 5 };
  const survey = [
    { ...newQuestion('scale'), text: '满意吗？', low: '不' },
    { ...newQuestion('text'), text: '为什么？' },
  ];
  const draft = drafted({ type: 'poll', title: ' 去哪里？ ', poll, survey, resultsFrom: 'close' });
  const body = bodyOf(draft, 'key-1');
  expect(body).toMatchObject({ type: 'poll', title: '去哪里？', key: 'key-1', images: [] });
  expect(body.poll).toMatchObject({ secret: true, results_from: 'close' });
  expect(body.poll?.questions).toEqual([
    expect.objectContaining({ kind: 'choice', options: ['山', '海'], max_choices: 2, text: '' }),
  ]);
  expect(bodyOf({ ...draft, type: 'survey' }, 'k').poll?.questions).toMatchObject([
    { kind: 'scale', text: '满意吗？', scale_min: 1, scale_max: 5, low_label: '不', options: [] },
    { kind: 'text', text: '为什么？' },
  ]);
  expect(bodyOf({ ...draft, type: 'food' }, 'k').poll).toBeUndefined();
});

it('sends of an edited post what has changed, with its revision', () => {
  const post = aPost({ title: '旧', content: '内容', tags: ['一'], revision: 4 });
  expect(changeOf(post, draftOf(post))).toBeNull();
  expect(changeOf(post, { ...draftOf(post), title: '新', tags: ['一', '二'] })).toEqual({
    title: '新',
    tags: ['一', '二'],
    revision: 4,
  });
});

it('lets the end of a vote that is over stand when something else is edited', () => {
  const poll = aPoll({ closes_at: '2026-08-01T08:00:00.000Z' });
  const post = aPost({ type: 'poll', title: '去哪里？', poll });
  expect(faultsOf({ ...draftOf(post), content: '补充' }, NOW, post)).toEqual([]);
});

it('sends neither title nor text once somebody has voted', () => {
  const post = aPost({ type: 'poll', title: '去哪里？', poll: aPoll({ voter_count: 1 }), revision: 2 });
  const draft = { ...draftOf(post), title: '吃什么？', content: '补充' };
  expect(changeOf(post, draft)).toBeNull();
  expect(changeOf(post, { ...draft, tags: ['春游'] })).toEqual({ tags: ['春游'], revision: 2 });
  const unanswered = { ...post, poll: aPoll() };
  expect(changeOf(unanswered, draft)).toEqual({ title: '吃什么？', content: '补充', revision: 2 });
});

it('is worth keeping once something was written', () => {
  expect(isTouched(drafted({ type: 'survey', anonymous: true }))).toBe(false);
  expect(isTouched(drafted({ poll: { ...newQuestion(), options: options('山', '') } }))).toBe(true);
});

it('takes tags apart, each once, at most five', () => {
  expect(tagsWith(['美食'], '#面馆，美食 校门口')).toEqual(['美食', '面馆', '校门口']);
  expect(tagsWith(['1', '2', '3', '4'], '5 6')).toEqual(['1', '2', '3', '4', '5']);
  expect(tagsWith([], '字'.repeat(30))[0]).toHaveLength(20);
});
