// What answers have taken, as it is drawn: bars by day, the days that the axis names, and the larger first. Pure.
import type { Language } from '@/core/i18n';
import { formatDate } from '@/core/time';
import type { ManagedModel, Model, UsageShare, UsageSum } from '../types';

/** What is looked at. */
export const MEASURES = ['tokens', 'cost', 'messages'] as const;
export type Measure = (typeof MEASURES)[number];

/** How the bar of a day is made up: of the tokens those read and those written, else one part. */
export function partsOf(sum: UsageSum, measure: Measure): number[] {
  return measure === 'tokens' ? [sum.prompt_tokens, sum.completion_tokens] : [sum[measure]];
}

export function valueOf(sum: UsageSum, measure: Measure): number {
  return partsOf(sum, measure).reduce((all, part) => all + part, 0);
}

/** A part of a bar; all in shares of the drawing, from its upper left corner. */
export interface Bar {
  key: string;
  part: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much of the room of a day its bar takes. */
const FILLED = 0.8;
/** What is not nothing is seen, however little it is. */
const LEAST = 0.015;

/** The bars, side by side from the left, their parts one upon the other. */
export function barsOf(days: readonly UsageShare[], measure: Measure, top: number): Bar[] {
  const room = 1 / days.length;
  return days.flatMap((day, i) => {
    let y = 1;
    return partsOf(day, measure).flatMap((value, part) => {
      if (value <= 0) return [];
      const height = Math.min(Math.max(value / top, LEAST), y);
      y -= height;
      return [{ key: day.key, part, x: (i + (1 - FILLED) / 2) * room, y, width: room * FILLED, height }];
    });
  });
}

const STEPS = [1, 2, 7, 14, 28];
const MAX_MARKS = 5;

/** The days that the axis names: the last one, and back from it in even steps. */
export function marked(count: number): number[] {
  const step = STEPS.find((days) => count / days <= MAX_MARKS) ?? Math.ceil(count / MAX_MARKS);
  const days = Array.from({ length: count }, (_, i) => i);
  return days.filter((i) => (count - 1 - i) % step === 0);
}

/** `2026-11-05` as `11/5`, or `5 Nov`. */
export function shortDay(key: string, language: Language): string {
  if (language === 'en') return formatDate(key, language).replace(/ \d+$/, '');
  const [, month, day] = key.split('-').map(Number);
  return `${month}/${day}`;
}

/** The day with the most; none where there is nothing. */
export function peakOf(days: readonly UsageShare[], measure: Measure): UsageShare | undefined {
  const top = Math.max(0, ...days.map((day) => valueOf(day, measure)));
  return top > 0 ? days.find((day) => valueOf(day, measure) === top) : undefined;
}

/** Days in the other order. */
export function newestFirst(days: readonly UsageShare[]): UsageShare[] {
  return [...days].sort((a, b) => (a.key < b.key ? 1 : -1));
}

/** Shares with the largest first; those of the same size stay in their order. */
export function ranked(shares: readonly UsageShare[], measure: Measure): UsageShare[] {
  return [...shares].sort((a, b) => valueOf(b, measure) - valueOf(a, measure));
}

/** Whether a model may answer without costs: it is free, or has prices, which small answers are rounded away at. */
const isSettled = (model: Model | ManagedModel): boolean =>
  model.is_free || ('input_price' in model && model.input_price + model.cached_price + model.output_price > 0);

/** The ids of models that have answered without a price: what they cost is not known. */
export function unpricedOf(shares: readonly UsageShare[], models: readonly (Model | ManagedModel)[]): Set<string> {
  const settled = new Set(models.filter(isSettled).map(({ id }) => id));
  const unknown = shares.filter((share) => share.cost === 0 && valueOf(share, 'tokens') > 0 && !settled.has(share.key));
  return new Set(unknown.map(({ key }) => key));
}

/** Whether nothing was used. Answers that failed are not counted, but may have taken tokens. */
export function isNothing(sum: UsageSum): boolean {
  return MEASURES.every((measure) => valueOf(sum, measure) === 0);
}
