// Questions while they are written; pure.
import { newId } from '@/core/ids';
import type { Question } from '../types';

export const KINDS = ['single', 'several', 'text', 'scale'] as const;
export type QuestionKind = (typeof KINDS)[number];

export const MAX_OPTIONS = 10;
export const MIN_OPTIONS = 2;
export const MAX_QUESTIONS = 20;
export const MAX_OPTION = 100;
export const MAX_QUESTION = 200;
const SCALE_TOP = 10;

export interface OptionDraft {
  id: string;
  text: string;
}

export interface QuestionDraft {
  id: string;
  kind: QuestionKind;
  text: string;
  options: OptionDraft[];
  /** How many may be chosen; counts where several may be. */
  most: number;
  from: number;
  to: number;
  low: string;
  high: string;
  required: boolean;
}

export function newOption(text = ''): OptionDraft {
  return { id: newId(), text };
}

export function newQuestion(kind: QuestionKind = 'single'): QuestionDraft {
  const options = [newOption(), newOption()];
  return { id: newId(), kind, text: '', options, most: 2, from: 1, to: 5, low: '', high: '', required: true };
}

/** The options that say something. */
export function filledOptions({ options }: QuestionDraft): string[] {
  return options.map(({ text }) => text.trim()).filter(Boolean);
}

/** What is wrong with a question; empty when nothing is. A poll asks with its title, so its question has no words. */
export type QuestionFault = '' | 'text' | 'options' | 'same' | 'scale';

export function faultOf(question: QuestionDraft, asksByTitle: boolean): QuestionFault {
  if (!asksByTitle && question.text.trim() === '') return 'text';
  if (question.kind === 'scale') return question.from < question.to ? '' : 'scale';
  if (question.kind === 'text') return '';
  const options = filledOptions(question);
  if (options.length < MIN_OPTIONS) return 'options';
  return new Set(options).size < options.length ? 'same' : '';
}

/** As it is sent. */
export function questionOf(question: QuestionDraft): Question {
  const { kind, text, most, from, to, low, high, required } = question;
  const isChoice = kind === 'single' || kind === 'several';
  const options = isChoice ? filledOptions(question) : [];
  return {
    kind: isChoice ? 'choice' : kind,
    text: text.trim(),
    options,
    max_choices: kind === 'several' ? Math.max(1, Math.min(most, options.length)) : 1,
    scale_min: kind === 'scale' ? from : 1,
    scale_max: kind === 'scale' ? to : 5,
    low_label: kind === 'scale' ? low.trim() : '',
    high_label: kind === 'scale' ? high.trim() : '',
    required,
  };
}

/** The same list with one entry a place further up or down. */
export function moved<T>(list: readonly T[], index: number, by: number): T[] {
  const to = index + by;
  const entry = list[index];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, i) => i !== index);
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** The ends that a scale may have. */
export const SCALE_ENDS = Array.from({ length: SCALE_TOP + 1 }, (_, i) => i);
