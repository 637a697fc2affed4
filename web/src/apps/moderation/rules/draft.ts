// A rule while it is written: what the server gets of it, and what keeps it from being sent; pure.
import type { Effect, Matching, NewRule, WordRule } from '../types';

export const MATCHINGS: readonly Matching[] = ['substring', 'word', 'pattern'];
/** The mildest first. */
export const EFFECTS: readonly Effect[] = ['mask', 'flag', 'hold', 'block'];
/** Longest term, pattern and exception, in characters. */
export const MAX_TERM = 100;
export const MAX_EXCEPTIONS = 20;

export interface RuleDraft {
  term: string;
  matching: Matching;
  effect: Effect;
  /** One a line. */
  exceptions: string;
  enabled: boolean;
}

export function draftOf(rule?: WordRule): RuleDraft {
  if (!rule) return { term: '', matching: 'substring', effect: 'mask', exceptions: '', enabled: true };
  const { term, matching, effect, exceptions, enabled } = bodyOf(rule);
  return { term, matching, effect, exceptions: (exceptions ?? []).join('\n'), enabled: enabled ?? true };
}

/** A rule that is stored, as it is sent again. */
export function bodyOf({ term, matching, effect, exceptions, enabled }: WordRule): NewRule {
  return { term, matching: matching as Matching, effect: effect as Effect, exceptions, enabled };
}

/** What is sent. A pattern has no exceptions, but those that were typed are there again for another matching. */
export function ruleOf({ term, matching, effect, exceptions, enabled }: RuleDraft): NewRule {
  const lines = matching === 'pattern' ? [] : exceptions.split('\n').map((line) => line.trim());
  return { term: term.trim(), matching, effect, exceptions: lines.filter(Boolean), enabled };
}

export type RuleFault = 'term_missing' | 'term_long' | 'exceptions_many' | 'exceptions_long';

export interface RuleFaults {
  term?: RuleFault;
  exceptions?: RuleFault;
}

/** What the server would refuse, as far as it is seen without it. */
export function faultsOf(draft: RuleDraft): RuleFaults {
  const { term, exceptions = [] } = ruleOf(draft);
  return {
    ...(term === '' && { term: 'term_missing' as const }),
    ...(isLong(term) && { term: 'term_long' as const }),
    ...(exceptions.some(isLong) && { exceptions: 'exceptions_long' as const }),
    ...(exceptions.length > MAX_EXCEPTIONS && { exceptions: 'exceptions_many' as const }),
  };
}

/** What decides which texts a rule fits: as long as it is the same, a try says the same. */
export function fitKey({
  term,
  matching,
  exceptions,
}: Pick<NewRule | WordRule, 'term' | 'matching' | 'exceptions'>): string {
  return JSON.stringify([term, matching, exceptions]);
}

/** Whether saving a rule puts something into effect: it is on, and new, or it was off, or it said something else. */
export function takesEffect(rule: NewRule, stored?: WordRule): boolean {
  if (!rule.enabled) return false;
  return !stored?.enabled || stored.effect !== rule.effect || fitKey(stored) !== fitKey(rule);
}

/** The rules in which somebody finds what they look for. */
export function found(rules: readonly WordRule[], search: string): WordRule[] {
  const wanted = search.trim().toLowerCase();
  return rules.filter(({ term, exceptions }) =>
    [term, ...exceptions].some((words) => words.toLowerCase().includes(wanted)),
  );
}

function isLong(text: string): boolean {
  return [...text].length > MAX_TERM;
}
