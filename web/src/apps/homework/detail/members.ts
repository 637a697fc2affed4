// Who has done a card and who has not, pure.
import type { Progress, ProgressMember } from '../types';

export const SHOWN = ['missing', 'done', 'handed_in'] as const;
export type Shown = (typeof SHOWN)[number];

/** Whether a member has yet to do what is asked: hand in where that is asked for, else tick. */
export const isMissing = (member: ProgressMember, handsIn: boolean): boolean =>
  handsIn ? member.handed_in_at === null : member.done_at === null;

/** The members that a filter shows, those who handed in last first. */
export function shownMembers({ members }: Progress, shown: Shown, handsIn: boolean): ProgressMember[] {
  if (shown === 'missing') return members.filter((member) => isMissing(member, handsIn));
  if (shown === 'done') return members.filter(({ done_at: at }) => at !== null);
  return members
    .filter(({ handed_in_at: at }) => at !== null)
    .sort((a, b) => (b.handed_in_at ?? '').localeCompare(a.handed_in_at ?? ''));
}
