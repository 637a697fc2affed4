// Policies and who has which, pure: what a policy admits, and how many members it holds for.
import { lengthOf, MAX_POLICY_LABEL } from '../../model/limits';
import type { Member, Policy, PolicyChange } from '../types';
import { NO_LIMITS, limitFaults, limitsChange, limitsOf, type LimitField, type LimitsDraft } from './limits';

/** The most members that one request gives a policy. */
export const MAX_MEMBERS = 200;

/** A model as the policies need it. */
export interface NamedModel {
  id: string;
  label: string;
  enabled: boolean;
  /** Only the policy names it: it was deleted, or is of another class. */
  isUnknown?: boolean;
}

/** What the form of a policy holds. */
export interface PolicyDraft {
  label: string;
  /** `all`, or `some` of the models. */
  admits: string;
  models: string[];
  limits: LimitsDraft;
}

export type PolicyField = 'label' | 'models' | LimitField;

/** An empty form, or one filled from a policy. */
export function draftOf(policy?: Policy): PolicyDraft {
  const models = [...(policy?.model_ids ?? [])];
  const limits = policy ? limitsOf(policy) : { ...NO_LIMITS };
  return { label: policy?.label ?? '', admits: models.length > 0 ? 'some' : 'all', models, limits };
}

/** What is wrong with a form. No model at all would mean every model to the server. */
export function policyFaults({ label, admits, models, limits }: PolicyDraft): PolicyField[] {
  const faults: PolicyField[] = [];
  if (lengthOf(label) < 1 || lengthOf(label) > MAX_POLICY_LABEL) faults.push('label');
  if (admits === 'some' && models.length === 0) faults.push('models');
  return [...faults, ...limitFaults(limits)];
}

const FIELD_OF: Readonly<Record<string, PolicyField>> = {
  ai_policy_label_invalid: 'label',
  ai_prompt_invalid: 'prompt',
};

/** Beside which field a refusal of the server belongs; none for those that are about no field. */
export function fieldOf(slug: string): PolicyField | undefined {
  return FIELD_OF[slug];
}

/** What a form sends: everything of a new policy, what differs of another; null when nothing does. */
export function policyChange(draft: PolicyDraft, policy?: Policy): PolicyChange | null {
  const label = draft.label.trim();
  const ids = draft.admits === 'all' ? [] : [...draft.models];
  const limits = limitsChange(policy ? limitsOf(policy) : NO_LIMITS, draft.limits);
  if (!policy) return { label, model_ids: ids, ...limits };
  const isSame = ids.length === policy.model_ids.length && ids.every((id) => policy.model_ids.includes(id));
  const change = { ...(label !== policy.label && { label }), ...(!isSame && { model_ids: ids }), ...limits };
  return Object.keys(change).length > 0 ? change : null;
}

/** The models of a policy; an id that names none of the list stands for itself. */
export function admitted(policy: Policy, models: readonly NamedModel[]): NamedModel[] {
  const byId = new Map(models.map((model) => [model.id, model]));
  return policy.model_ids.map((id) => byId.get(id) ?? { id, label: id, enabled: false, isUnknown: true });
}

/** What a form offers: all models, and those of the policy that are not among them, so that it does not lose any. */
export function offered(models: readonly NamedModel[], policy?: Policy): NamedModel[] {
  const ids = new Set(models.map(({ id }) => id));
  return [...models, ...(policy ? admitted(policy, models).filter(({ id }) => !ids.has(id)) : [])];
}

/** Whether members with the policy have no model that answers. */
export function admitsNone(policy: Policy, models: readonly NamedModel[]): boolean {
  const usable = models.filter(({ enabled }) => enabled);
  if (policy.model_ids.length === 0) return usable.length === 0;
  return !usable.some(({ id }) => policy.model_ids.includes(id));
}

/** Whether a badge would only repeat the name that it stands beside. */
export const isSameWord = (label: string, word: string): boolean =>
  label.trim().toLowerCase() === word.trim().toLowerCase();

/** How many members were given each policy. */
export function countsOf(given: Readonly<Record<string, string>>): Map<string, number> {
  const counts = new Map<string, number>();
  Object.values(given).forEach((id) => counts.set(id, (counts.get(id) ?? 0) + 1));
  return counts;
}

/** The members whom a filter by policy leaves; `ANY` leaves all, an empty one those without one of their own. */
export function withPolicy(
  members: readonly Member[],
  given: Readonly<Record<string, string>>,
  wanted: string,
): readonly Member[] {
  return wanted === ANY ? members : members.filter(({ user_id: id }) => (given[id] ?? '') === wanted);
}

/** No filter by policy. */
export const ANY = '*';

/** Who has which policy after some were given one; an empty one takes theirs away. */
export function givenAfter(
  given: Readonly<Record<string, string>>,
  members: readonly string[],
  policy: string,
): Record<string, string> {
  const left = Object.entries(given).filter(([id]) => !members.includes(id));
  return Object.fromEntries([...left, ...(policy ? members.map((id) => [id, policy] as const) : [])]);
}
