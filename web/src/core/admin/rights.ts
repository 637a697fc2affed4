// Who may do what to whom, as the server decides it (decision 0110). Here it only keeps buttons off
// the screen that would be refused.
import type { UserInfo } from '@/api/types';
import { permissionsOf } from '@/core/roles';

/** The fields of a member that decide. */
export type Standing = Pick<UserInfo, 'user_id' | 'is_admin' | 'is_class_admin' | 'role' | 'officer_permissions'>;

export const TIERS = ['user', 'officer', 'class_admin', 'admin'] as const;
export type Tier = (typeof TIERS)[number];

/** The highest tier that applies. */
export function tierOf(member: Standing): Tier {
  if (member.is_admin === 1) return 'admin';
  if (member.is_class_admin) return 'class_admin';
  return member.role === 'officer' ? 'officer' : 'user';
}

/** Whether a member is of this tier or a higher one. */
export function isAtLeast(member: Standing | null, tier: Tier): boolean {
  return member !== null && TIERS.indexOf(tierOf(member)) >= TIERS.indexOf(tier);
}

/** Admins and class admins may everything in their reach, officers what they were given. */
export function may(member: Standing | null, permission: string): boolean {
  if (member === null) return false;
  return (
    isAtLeast(member, 'class_admin') || (tierOf(member) === 'officer' && permissionsOf(member).includes(permission))
  );
}

/** A higher tier, the same class unless admin of all, never oneself, and the right. */
export function mayManage(me: Standing | null, target: Standing, permission: string): boolean {
  if (me === null || me.user_id === target.user_id) return false;
  const inReach = me.is_admin === 1 || classOf(me.user_id) === classOf(target.user_id);
  const above = TIERS.indexOf(tierOf(me)) > TIERS.indexOf(tierOf(target));
  return inReach && above && may(me, permission);
}

/** The two class digits of a user ID. */
export function classOf(userId: string): string {
  return userId.slice(2, 4);
}
