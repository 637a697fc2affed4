// What a policy says beside its models: budgets, what models are told first, how long conversations stay. Pure.
import { lengthOf, MAX_PROMPT } from '../../model/limits';
import { changedFields, numberText, wholeNumber } from '../form/fields';
import type { Policy, PolicyChange } from '../types';

/** What the form holds; numbers as they are typed, empty for no limit. */
export interface LimitsDraft {
  messages: string;
  tokens: string;
  prompt: string;
  locks: boolean;
  days: string;
}

/** Whole numbers and the most that the server takes. */
export const MAX_NUMBERS = { messages: 100_000, tokens: 1_000_000_000, days: 3650 } as const;
type NumberLimit = keyof typeof MAX_NUMBERS;
export type LimitField = NumberLimit | 'prompt';

export const NO_LIMITS: Readonly<LimitsDraft> = { messages: '', tokens: '', prompt: '', locks: false, days: '' };

/** A form filled from a policy. */
export function limitsOf(policy: Policy): LimitsDraft {
  return {
    messages: numberText(policy.message_budget),
    tokens: numberText(policy.token_budget),
    prompt: policy.system_prompt,
    locks: policy.locks_prompt,
    days: numberText(policy.retention_days),
  };
}

/** The fields that the server would not take. */
export function limitFaults(draft: LimitsDraft): LimitField[] {
  const numbers = (Object.keys(MAX_NUMBERS) as NumberLimit[]).filter(
    (field) => wholeNumber(draft[field], MAX_NUMBERS[field]) === undefined,
  );
  return lengthOf(draft.prompt) > MAX_PROMPT ? [...numbers, 'prompt'] : numbers;
}

/** A text at the end of what is told already, which stays; nothing changes where it stands there. */
export function withText(prompt: string, text: string): string {
  if (prompt.includes(text)) return prompt;
  return [prompt.trim(), text].filter(Boolean).join('\n\n');
}

function fieldsOf(draft: LimitsDraft): PolicyChange {
  return {
    message_budget: Number(draft.messages),
    token_budget: Number(draft.tokens),
    system_prompt: draft.prompt.trim(),
    locks_prompt: draft.locks,
    retention_days: Number(draft.days),
  };
}

/** Only what differs from before; for a new policy, from one without limits. */
export function limitsChange(before: LimitsDraft, after: LimitsDraft): PolicyChange {
  return changedFields(fieldsOf(before), fieldsOf(after));
}

/** One thing that a policy says, and the number in it. */
export interface Limit {
  name: 'messages' | 'tokens' | 'prompt' | 'locked' | 'days';
  n: number;
}

/** What a policy says, in short; nothing of one that limits nothing. */
export function listLimits(policy: Policy): Limit[] {
  const limits: Limit[] = [
    { name: 'messages', n: policy.message_budget },
    { name: 'tokens', n: policy.token_budget },
    { name: 'prompt', n: policy.system_prompt ? 1 : 0 },
    { name: 'locked', n: policy.locks_prompt ? 1 : 0 },
    { name: 'days', n: policy.retention_days },
  ];
  return limits.filter(({ n }) => n > 0);
}
