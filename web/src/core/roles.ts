// What the signed-in member is and may, as far as the screen is concerned. The server decides anew
// on every request; here it only saves people from buttons that would be refused.
import { computed } from 'vue';
import type { Role } from './manifest';
import { user } from './session';

/** The member's role in the words of manifests (`visibleRoles`). */
export const myRole = computed<Role>(() => {
  const member = user.value;
  if (member?.is_admin === 1 || member?.is_class_admin) return 'admin';
  return member?.role === 'officer' ? 'officer' : 'student';
});

const permissions = computed<unknown>(() => {
  try {
    return JSON.parse(user.value?.officer_permissions ?? '[]');
  } catch {
    return [];
  }
});

/** Whether the member holds a permission; admins and class admins hold all (interface 5.4). */
export function holds(permission: string | null): boolean {
  if (permission === null || myRole.value === 'admin') return true;
  return Array.isArray(permissions.value) && permissions.value.includes(permission);
}
