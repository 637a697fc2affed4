// What a member is and may, as far as the screen is concerned. The server decides anew on every
// request; here it only saves people from buttons that would be refused.
import { computed } from 'vue';
import type { UserInfo } from '@/api/types';
import type { Role } from './manifest';
import { user } from './session';

/** The member's role in the words of manifests (`visibleRoles`). */
export const myRole = computed<Role>(() => {
  const member = user.value;
  if (member?.is_admin === 1 || member?.is_class_admin) return 'admin';
  return member?.role === 'officer' ? 'officer' : 'student';
});

/** The permissions of an officer as they are written on the wire; empty for everybody else. */
export function permissionsOf(member: Pick<UserInfo, 'officer_permissions'> | null): string[] {
  try {
    const list: unknown = JSON.parse(member?.officer_permissions ?? '[]');
    return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}

const permissions = computed(() => permissionsOf(user.value));

/** Whether the member holds a permission; admins and class admins hold all (interface 5.4). */
export function holds(permission: string | null): boolean {
  if (permission === null || myRole.value === 'admin') return true;
  return permissions.value.includes(permission);
}
