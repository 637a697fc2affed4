// Votes: shares, what is chosen, what is missing, and how long it goes on; pure.
import type { Answer, Poll, Question, QuestionResult } from '../types';

/** What somebody is about to answer to one question. */
export interface Choice {
  choices: number[];
  text: string;
  value: number | null;
}

export const MAX_TEXT = 1000;

/** A share in whole percent; 0 of nobody. */
export function percentOf(count: number, of: number): number {
  return of > 0 ? Math.round((count / of) * 100) : 0;
}

/** The most that one option has, so that the leading ones can be marked; 0 where nobody has voted. */
export function leading(counts: readonly number[]): number {
  return Math.max(0, ...counts);
}

/** The values of a scale, in order. */
export function scaleValues({ scale_min: from, scale_max: to }: Question): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/** The answers that somebody begins with: none, or those they have given. */
export function choicesOf({ questions, own_answers: own }: Poll): Choice[] {
  return questions.map((_, index) => {
    const given = own?.find(({ question }) => question === index);
    return { choices: [...(given?.choices ?? [])], text: given?.text ?? '', value: given?.value ?? null };
  });
}

/** Chooses an option, or takes it back. Where one alone may be chosen, it replaces the one before. */
export function toggled(question: Question, choices: readonly number[], option: number): number[] {
  if (choices.includes(option)) return choices.filter((one) => one !== option);
  if (question.max_choices === 1) return [option];
  if (choices.length >= question.max_choices) return [...choices];
  return [...choices, option].sort((a, b) => a - b);
}

export function isAnswered({ kind }: Question, { choices, text, value }: Choice): boolean {
  if (kind === 'choice') return choices.length > 0;
  return kind === 'text' ? text.trim() !== '' : value !== null;
}

/** The questions that must be answered and are not, by their places. */
export function missingAnswers(questions: readonly Question[], choices: readonly Choice[]): number[] {
  return questions.flatMap((question, index) => {
    const choice = choices[index];
    return question.required && (!choice || !isAnswered(question, choice)) ? [index] : [];
  });
}

/** What is sent; what was left open is not. */
export function answersOf(questions: readonly Question[], choices: readonly Choice[]): Answer[] {
  return questions.flatMap((question, index) => {
    const choice = choices[index];
    if (!choice || !isAnswered(question, choice)) return [];
    return [{ question: index, choices: choice.choices, text: choice.text.trim(), value: choice.value }];
  });
}

/** The fewest votes of a secret vote that have results: of two voters, each would learn what the other answered. */
export const MIN_SECRET_VOTES = 3;

const isTooSmall = ({ secret, voter_count: count }: Poll): boolean => secret && count < MIN_SECRET_VOTES;

/** Why a vote shows no results. */
export function whyNoResults(poll: Poll): 'results_later' | 'results_few' | 'results_none' {
  if (!poll.closed && poll.results_from === 'close') return 'results_later';
  return isTooSmall(poll) ? 'results_few' : 'results_none';
}

/** Whether its author and the staff can see who has voted: not beside the results of a secret vote that goes on. */
export function tellsVoters({ secret, results_from: from }: Poll, over: boolean): boolean {
  return !secret || over || from === 'close';
}

/** Whether its author can have the answers as a table. */
export function tellsTable(poll: Poll, over: boolean): boolean {
  if (!poll.secret) return true;
  return !isTooSmall(poll) && (over || poll.results_from === 'vote');
}

/** Of how many the shares of a question are: those who have answered it. */
export function baseOf({ answered, counts }: QuestionResult): number {
  return Math.max(answered, ...counts);
}

export interface TimeLeft {
  unit: 'days' | 'hours' | 'minutes' | 'over';
  n: number;
}

/** How long a vote goes on, in the largest unit that says it. */
export function timeLeft(closesAt: string, now: Date): TimeLeft {
  const minutes = Math.ceil((Date.parse(closesAt) - now.getTime()) / 60_000);
  if (!(minutes > 0)) return { unit: 'over', n: 0 };
  if (minutes < 60) return { unit: 'minutes', n: minutes };
  if (minutes < 48 * 60) return { unit: 'hours', n: Math.floor(minutes / 60) };
  return { unit: 'days', n: Math.floor(minutes / (24 * 60)) };
}

/** Whether the vote is over: ended, or past its time on the clock of this page. */
export function isOver({ closed, closes_at: closesAt }: Poll, now: Date): boolean {
  return closed || (!!closesAt && timeLeft(closesAt, now).unit === 'over');
}
