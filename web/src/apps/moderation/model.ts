// What a moderator can do with a case, and how long a silence is; pure.
import { sharedPostOf } from '@/core/moderation/words';
import type { Action, Case } from './types';

export const CASE_TABS = ['open', 'appealed', 'removed', 'kept', 'restored'] as const;
export const TABS = [...CASE_TABS, 'silences', 'rules'] as const;
export type Tab = (typeof TABS)[number];

/** The tabs of a moderator; word rules are for class admins and admins, which `isAbove` says. */
export function tabsFor(isAbove: boolean): readonly Tab[] {
  return TABS.filter((name) => isAbove || name !== 'rules');
}

/** The rest of a link behind `moderation/`: a tab, or the id of a case. */
export function placeOf(path: string): { tab: Tab | null; id: string } {
  const [section = '', rest = ''] = path.split('/');
  if (section !== 'moderation') return { tab: null, id: '' };
  const tab = TABS.find((name) => name === rest) ?? null;
  return { tab, id: tab ? '' : rest };
}

type State = Pick<Case, 'status' | 'may_restore' | 'may_reopen' | 'decided_by'> & {
  appeal?: { status: string } | null;
};

/**
 * What can be decided now. An officer does not uphold a removal of their own; `me` is their user ID, and `isAbove` says
 * that a class admin or admin decides, who may.
 */
export function actionsOf(one: State, me: string, isAbove: boolean): Action[] {
  const { status, may_restore, may_reopen, decided_by, appeal } = one;
  if (status === 'open') return ['keep', 'remove'];
  if (status === 'kept') return may_reopen ? ['reopen'] : [];
  if (status !== 'removed') return [];
  const canUphold = appeal?.status === 'open' && (isAbove || decided_by !== me);
  return [...(may_restore ? (['restore'] as const) : []), ...(canUphold ? (['uphold'] as const) : [])];
}

/** What an action is called: what was never published is published by it, or is not. */
export type Verb = Action | 'publish' | 'reject' | 'uphold_rejection';

const VERBS_OF_HELD = {
  keep: 'publish',
  restore: 'publish',
  remove: 'reject',
  uphold: 'uphold_rejection',
  reopen: 'reopen',
} as const;

export function verbOf(action: Action, isHeld: boolean): Verb {
  return isHeld ? VERBS_OF_HELD[action] : action;
}

type Explained = 'open' | 'flagged' | 'held' | 'kept' | 'removed' | 'appealed' | 'held_removed' | 'held_appealed';

/** Which explanation stands below the buttons; null where there is nothing to decide. */
export function effectOf({
  status,
  appeal,
  held,
  reporters,
  may_reopen,
}: Pick<Case, 'status' | 'held' | 'reporters' | 'may_reopen'> & Pick<State, 'appeal'>): Explained | null {
  if (status === 'open' && held) return 'held';
  if (status === 'open') return reporters > 0 ? 'open' : 'flagged';
  if (status === 'kept') return may_reopen ? 'kept' : null;
  if (status !== 'removed') return null;
  const stage = appeal?.status === 'open' ? 'appealed' : 'removed';
  return held ? `held_${stage}` : stage;
}

/** The slug of the refusal that says that somebody else has decided meanwhile: only then the case is read anew. */
export const OVERTAKEN = 'moderation_case_settled';

/** What stands beside the words of a case: its state, which of what was never published has other names. */
export function statusOf({ status, held }: Pick<Case, 'status' | 'held'>): string {
  if (!held) return status;
  return status === 'open' ? 'held' : 'rejected';
}

/** Whether a case was opened by no member and no moderator: a word rule fits it, or it is a first post. */
export function isAutomatic({ origin }: Pick<Case, 'origin'>): boolean {
  return origin === 'rule' || origin === 'first_post';
}

/** The number of the post that a case leads to; null for a post that was never published, and for messages but those that
    share one. */
export function postOf(one: Pick<Case, 'kind' | 'place' | 'content_id' | 'held' | 'type' | 'words'>): string | null {
  const { kind, place, content_id, held } = one;
  if (kind === 'comment') return place;
  return kind === 'post' && !held ? content_id : sharedPostOf(one);
}

/** Whether an appeal waits that somebody else has to decide on. */
export function isOwnRemoval({ status, decided_by, appeal }: State, me: string, isAbove: boolean): boolean {
  return status === 'removed' && appeal?.status === 'open' && !isAbove && decided_by === me;
}

/** Lengths of a silence that are offered, in minutes. */
export const LENGTHS = [10, 60, 1440, 10_080] as const;
export const OWN_LENGTH = 'own';
const MIN_MINUTES = 5;
const MAX_MINUTES = 43_200;

/** The minutes of a silence: those chosen, or those typed; null for what the server does not take. */
export function minutesOf(chosen: string, typed: string): number | null {
  if (chosen !== OWN_LENGTH) return Number(chosen);
  const minutes = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  return minutes >= MIN_MINUTES && minutes <= MAX_MINUTES ? minutes : null;
}

/** How long something still lasts, in the largest unit of which at least one is left. */
export function leftOf(endsAt: string, now: number): { unit: 'minutes' | 'hours' | 'days'; n: number } | null {
  const left = Date.parse(endsAt) - now;
  if (left <= 0) return null;
  // Rounded down: the clock on the screen is up to a minute behind.
  const minutes = Math.max(1, Math.floor(left / 60_000));
  if (minutes < 60) return { unit: 'minutes', n: minutes };
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? { unit: 'hours', n: hours } : { unit: 'days', n: Math.floor(hours / 24) };
}
