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
  claim_codes: boolean;
}

/** The form's content. */
export function rulesOf({ timezone, deny_common_passwords, names_unique_across, claim_codes }: Stored): Rules {
  return { timezone: timezone ?? '', deny_common_passwords, names_unique_across, claim_codes };
}

/** Only what was changed, so that two admins do not undo each other's work; null when nothing was. */
export function changesOf<Form extends object>(before: Form, after: Form): Partial<Form> | null {
  const keys = (Object.keys(after) as (keyof Form)[]).filter((key) => after[key] !== before[key]);
  if (keys.length === 0) return null;
  return Object.fromEntries(keys.map((key) => [key, after[key]])) as Partial<Form>;
}

/** What the form of names holds: `school`, and a name for each class by its two digits. */
export type Names = Record<string, string>;

/** The names of the school and of these classes, empty where there is none. */
export function namesOf({ school_name, class_names }: Stored, classes: readonly string[]): Names {
  return { school: school_name ?? '', ...Object.fromEntries(classes.map((key) => [key, class_names[key] ?? ''])) };
}

/** Changed names as the settings take them. */
export function namesChange(change: Partial<Names>): { school_name?: string; class_names?: Record<string, string> } {
  const { school, ...classes } = change;
  const named = Object.entries(classes).map(([key, name]) => [key, (name ?? '').trim()]);
  return {
    ...(school !== undefined && { school_name: school.trim() }),
    ...(named.length > 0 && { class_names: Object.fromEntries(named) as Record<string, string> }),
  };
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
