// The settings as they are edited, pure: what differs, who is an admin, who could become one.
import type { StoredList } from '@/api/types';
import type { PortalSettings } from '../../types';

type Stored = PortalSettings['settings'];
type Row = StoredList['pre_records'][string][number];

/** What the form of rules holds. */
export interface Rules {
  /** Empty while none was chosen. */
  timezone: string;
  deny_common_passwords: boolean;
  names_unique_across: boolean;
}

/** The form's content. */
export function rulesOf({ timezone, deny_common_passwords, names_unique_across }: Stored): Rules {
  return { timezone: timezone ?? '', deny_common_passwords, names_unique_across };
}

/** Only what was changed, so that two admins do not undo each other's work; null when nothing was. */
export function changesOf(before: Rules, after: Rules): Partial<Rules> | null {
  const change: Partial<Rules> = {};
  if (after.timezone !== before.timezone) change.timezone = after.timezone;
  if (after.deny_common_passwords !== before.deny_common_passwords) {
    change.deny_common_passwords = after.deny_common_passwords;
  }
  if (after.names_unique_across !== before.names_unique_across) {
    change.names_unique_across = after.names_unique_across;
  }
  return Object.keys(change).length > 0 ? change : null;
}

export interface AdminEntry {
  user_id: string;
  /** Empty for who is not on the class list. */
  name: string;
  /** Named by the server's ADMIN_USER_IDS. */
  fixed: boolean;
  /** On the list, and without an account. */
  open: boolean;
  /** Also the class admin of a class. */
  leads: boolean;
}

/** Everybody who is or will be a system admin, those of the server first. */
export function adminsOf(settings: PortalSettings, list: StoredList | undefined): AdminEntry[] {
  const rows = new Map(rowsOf(list).map((row) => [row.user_id, row]));
  const { fixed_admin_ids: fixed, admin_user_ids: saved } = settings;
  return [...new Set([...fixed, ...saved])].map((user_id) => {
    const row = rows.get(user_id);
    return {
      user_id,
      name: row?.real_name ?? '',
      fixed: fixed.includes(user_id),
      open: row?.registered === false,
      leads: row?.is_class_admin === true,
    };
  });
}

/** Who could become one: on the list, not one yet, and fitting what was typed. */
export function candidatesOf(settings: PortalSettings, list: StoredList | undefined, typed: string): Row[] {
  const taken = new Set([...settings.fixed_admin_ids, ...settings.admin_user_ids]);
  const wanted = typed.trim().toLowerCase();
  return rowsOf(list).filter(
    ({ user_id, real_name }) =>
      !taken.has(user_id) && (real_name.toLowerCase().includes(wanted) || user_id.startsWith(wanted)),
  );
}

function rowsOf(list: StoredList | undefined): Row[] {
  return Object.values(list?.pre_records ?? {}).flat();
}
