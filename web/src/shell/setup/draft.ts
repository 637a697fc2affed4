// What the wizard has collected so far, and its translation into the request. Kept in memory only:
// a class list is personal data and must not stay on the device.
import { computed, reactive } from 'vue';
import type { SetupBody, SetupPreview } from '@/api/types';
import { newId } from '@/core/ids';
import { markDuplicates, parseRoster, type RosterRow } from '@/core/roster';

export interface ClassDraft {
  key: string;
  number: string;
  text: string;
  /** Name of the class admin; one of the list or `extraAdmin`. */
  admin: string;
  /** A class admin who is not on the pasted list, such as the head teacher. */
  extraAdmin: string;
}

export interface DraftRow extends RosterRow {
  classId: string;
  isClassAdmin: boolean;
}

const MOST_ROWS = 99;

function freshClass(number: string): ClassDraft {
  return { key: newId(), number, text: '', admin: '', extraAdmin: '' };
}

export const draft = reactive({
  timezone: 'Asia/Shanghai',
  cohort: proposeCohort(new Date()),
  classes: [freshClass('1')],
  /** Names of system admins; names are unique in the whole portal. */
  systemAdmins: [] as string[],
  denyCommonPasswords: true,
  uniqueAcross: true,
  claimCode: '',
  setupCode: '',
  force: false,
});

/** All rows with the problems that only show across classes. */
export const rows = computed<DraftRow[]>(() => markDuplicates(draft.classes.flatMap((entry) => rowsOf(entry))));

/** Adds a class with the next free number. */
export function addClass(): void {
  const numbers = draft.classes.map((entry) => Number(entry.number) || 0);
  draft.classes.push(freshClass(String(Math.max(0, ...numbers) + 1)));
}

/** `classXX`, the key of the list file. */
export function classId(entry: ClassDraft): string {
  return `class${entry.number.trim().padStart(2, '0')}`;
}

/** The rows of one class; the class admin may come on top of the pasted list. */
export function rowsOf(entry: ClassDraft): DraftRow[] {
  const id = classId(entry);
  const listed = parseRoster(entry.text).map((row) => ({
    ...row,
    classId: id,
    isClassAdmin: row.name === entry.admin,
  }));
  const extra = entry.extraAdmin.trim();
  if (extra === '' || listed.some((row) => row.name === extra)) return listed;
  const isClassAdmin = entry.admin === extra;
  return [{ line: 0, name: extra, gender: '', classId: id, isClassAdmin }, ...listed];
}

export type ClassFault = 'cohort' | 'number' | 'same_number' | 'empty' | 'too_many';

/** What keeps one class from going on; problems of single rows are shown in the preview. */
export function classFault(entry: ClassDraft): ClassFault | null {
  if (!/^\d{1,2}$/.test(entry.number.trim()) || Number(entry.number) === 0) return 'number';
  const same = draft.classes.filter((other) => Number(other.number) === Number(entry.number));
  if (same.length > 1) return 'same_number';
  const count = parseRoster(entry.text).length;
  if (count === 0) return 'empty';
  return count > MOST_ROWS ? 'too_many' : null;
}

/** The request body; the preview tells the IDs that `save` names as system admins. */
export function toBody(preview?: SetupPreview): SetupBody {
  const lists: SetupBody['pre_records'] = {};
  for (const entry of draft.classes) {
    lists[classId(entry)] = rowsOf(entry).map((row) => ({
      real_name: row.name,
      gender: row.gender,
      ...(row.isClassAdmin ? { is_class_admin: true } : {}),
    }));
  }
  const claim = draft.claimCode.trim();
  const code = draft.setupCode.trim();
  return {
    cohort: draft.cohort.trim(),
    pre_records: lists,
    settings: {
      timezone: draft.timezone,
      deny_common_passwords: draft.denyCommonPasswords,
      names_unique_across: draft.uniqueAcross,
      ...(claim ? { admin_claim_code: claim } : {}),
    },
    ...(preview ? { admin_user_ids: adminIds(preview) } : {}),
    ...(draft.force ? { force: true } : {}),
    ...(code ? { setup_code: code } : {}),
  };
}

/** School years start in August: in spring the newest cohort is last year's. */
export function proposeCohort(today: Date): string {
  const year = today.getMonth() >= 7 ? today.getFullYear() : today.getFullYear() - 1;
  return String(year % 100).padStart(2, '0');
}

function adminIds(preview: SetupPreview): string[] {
  return Object.values(preview.pre_records)
    .flat()
    .filter((row) => draft.systemAdmins.includes(row.real_name))
    .map((row) => row.user_id);
}
