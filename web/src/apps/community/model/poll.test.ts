// Votes: what may be chosen, what is sent, and how long it goes on.
import { expect, it } from 'vitest';
import {
  answersOf,
  baseOf,
  choicesOf,
  isOver,
  leading,
  missingAnswers,
  percentOf,
  tellsTable,
  tellsVoters,
  timeLeft,
  toggled,
  whyNoResults,
} from './poll';
import { aPoll, aPost, aQuestion } from './testing';
import { waitingPolls } from './waiting';

const NOW = new Date('2026-09-01T08:00:00.000Z');
const inMinutes = (n: number): string => new Date(NOW.getTime() + n * 60_000).toISOString();

it('replaces the choice where one alone may be chosen, and stops at the most of several', () => {
  expect(toggled(aQuestion(), [0], 2)).toEqual([2]);
  expect(toggled(aQuestion(), [2], 2)).toEqual([]);
  const two = aQuestion({ max_choices: 2 });
  expect(toggled(two, [2], 0)).toEqual([0, 2]);
  expect(toggled(two, [0, 2], 1)).toEqual([0, 2]);
});

it('asks for what must be answered and sends nothing of what was left open', () => {
  const questions = [
    aQuestion(),
    aQuestion({ kind: 'text', required: false }),
    aQuestion({ kind: 'scale', scale_min: 0 }),
  ];
  const empty = choicesOf(aPoll({ questions }));
  expect(missingAnswers(questions, empty)).toEqual([0, 2]);
  const filled = [{ ...empty[0], choices: [1] }, empty[1], { ...empty[2], value: 0 }] as typeof empty;
  expect(missingAnswers(questions, filled)).toEqual([]);
  expect(answersOf(questions, filled)).toEqual([
    { question: 0, choices: [1], text: '', value: null },
    { question: 2, choices: [], text: '', value: 0 },
  ]);
});

it('begins with what was answered before', () => {
  const own_answers = [{ question: 0, choices: [2], text: '', value: null }];
  expect(choicesOf(aPoll({ own_answers }))).toEqual([{ choices: [2], text: '', value: null }]);
});

it('reckons shares of those who have answered', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 0)]).toEqual([33, 67, 0]);
  expect(baseOf({ answered: 3, counts: [3, 2], average: null, voters: [], texts: [] })).toBe(3);
  expect([leading([1, 4, 4]), leading([])]).toEqual([4, 0]);
});

it.each([
  [1, 'minutes', 1],
  [59, 'minutes', 59],
  [60, 'hours', 1],
  [47 * 60, 'hours', 47],
  [49 * 60, 'days', 2],
  [0, 'over', 0],
])('says of %i minutes: %s %i', (minutes, unit, n) => {
  expect(timeLeft(inMinutes(minutes), NOW)).toEqual({ unit, n });
});

it('is over when it was ended, or its time has come', () => {
  expect(isOver(aPoll(), NOW)).toBe(false);
  expect(isOver(aPoll({ closed: true }), NOW)).toBe(true);
  expect(isOver(aPoll({ closes_at: inMinutes(-1) }), NOW)).toBe(true);
});

it('says why there are no results', () => {
  expect(whyNoResults(aPoll({ results_from: 'close', voter_count: 5 }))).toBe('results_later');
  expect(whyNoResults(aPoll({ results_from: 'close', voter_count: 2, closed: true }))).toBe('results_few');
  expect(whyNoResults(aPoll({ voter_count: 2 }))).toBe('results_few');
  expect(whyNoResults(aPoll({ voter_count: 3 }))).toBe('results_none');
  expect(whyNoResults(aPoll({ secret: false }))).toBe('results_none');
});

it.each([
  ['vote', 5, false, 'table'],
  ['vote', 2, false, ''],
  ['vote', 5, true, 'voters table'],
  ['vote', 2, true, 'voters'],
  ['close', 5, false, 'voters'],
  ['close', 5, true, 'voters table'],
] as const)('offers of a secret vote with results from %s, %i votes, over %s: %s', (from, count, over, offered) => {
  const poll = aPoll({ results_from: from, voter_count: count });
  const found = [tellsVoters(poll, over) && 'voters', tellsTable(poll, over) && 'table'];
  expect(found.filter(Boolean).join(' ')).toBe(offered);
  const named = { ...poll, secret: false };
  expect([tellsVoters(named, over), tellsTable(named, over)]).toEqual([true, true]);
});

it('lists what waits for the member, the next to end first', () => {
  const post = (id: number, poll: Parameters<typeof aPoll>[0]) => aPost({ id, type: 'poll', poll: aPoll(poll) });
  const posts = [
    post(1, {}),
    post(2, { closes_at: inMinutes(90) }),
    post(3, { voted: true }),
    post(4, { closes_at: inMinutes(30) }),
    post(5, { closes_at: inMinutes(-30) }),
    aPost({ id: 6 }),
  ];
  expect(waitingPolls(posts, NOW).map(({ id }) => id)).toEqual([4, 2, 1]);
});
