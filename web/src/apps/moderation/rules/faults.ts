// Which field the server means when it refuses a rule, by the name of its text.
const FIELDS: readonly [RegExp, RuleField][] = [
  [/^moderation_(term|pattern)_/, 'term'],
  [/^moderation_exceptions_/, 'exceptions'],
];

export type RuleField = 'term' | 'exceptions';

/** Null where it speaks of the rule as a whole. */
export function fieldOf(slug: string): RuleField | null {
  return FIELDS.find(([pattern]) => pattern.test(slug))?.[1] ?? null;
}
