// The class list as it is edited, pure: what stands in the text fields, what is sent, what differs.
// Numbers belong to names: a row that keeps its name keeps its number.
import type { SetupBody, SetupPreview, StoredList } from '@/api/types';
import { markDuplicates, parseRoster, type Gender, type RosterRow } from '@/core/roster';

export interface ClassDraft {
  /** Two digits. */
  number: string;
  /** One name per line, as it is pasted. */
  text: string;
  /** Name of the class admin, empty for none. */
  admin: string;
}

type StoredRows = StoredList['pre_records'];
type StoredRow = StoredRows[string][number];

const GENDER_WORDS: Readonly<Record<string, string>> = { male: '男', female: '女' };

/** The stored list as drafts, by class. */
export function draftsOf(rows: StoredRows): ClassDraft[] {
  return Object.keys(rows)
    .sort()
    .map((key) => {
      const list = rows[key] ?? [];
      return {
        number: key.replace('class', ''),
        admin: list.find((row) => row.is_class_admin)?.real_name ?? '',
        text: list.map(lineOf).join('\n'),
      };
    });
}

function lineOf({ real_name, gender }: StoredRow): string {
  return [real_name, GENDER_WORDS[gender] ?? gender].filter(Boolean).join(' ');
}

/** All rows of the drafts, with what is wrong with each. */
export function rowsOf(drafts: readonly ClassDraft[]): (RosterRow & { class: string })[] {
  return markDuplicates(
    drafts.flatMap((draft) => parseRoster(draft.text).map((row) => ({ ...row, class: keyOf(draft.number) }))),
  );
}

export type DraftFault = 'number' | 'same_number';

/** What is wrong with the number of a class. */
export function numberFault(draft: ClassDraft, all: readonly ClassDraft[]): DraftFault | null {
  if (!/^\d{1,2}$/.test(draft.number.trim()) || Number(draft.number) === 0) return 'number';
  return all.some((other) => other !== draft && Number(other.number) === Number(draft.number)) ? 'same_number' : null;
}

/** `class01` */
export function keyOf(number: string): string {
  return `class${number.trim().padStart(2, '0')}`;
}

/** The request body. Who stays in a class keeps the number; the rest get theirs from the server. */
export function bodyOf(drafts: readonly ClassDraft[], stored: StoredList): SetupBody {
  const pre_records: SetupBody['pre_records'] = {};
  for (const draft of drafts) {
    const key = keyOf(draft.number);
    const before = new Map((stored.pre_records[key] ?? []).map((row) => [row.real_name, row]));
    pre_records[key] = parseRoster(draft.text).map(({ name, gender }) => {
      const known = before.get(name);
      const isAdmin = name === draft.admin;
      return {
        real_name: name,
        gender: gender || otherGender(known?.gender),
        is_class_admin: isAdmin,
        // The number 00 makes a class admin, so it goes with the office and not with the name.
        ...(known && known.is_class_admin === isAdmin && { user_id: known.user_id }),
      };
    });
  }
  return { pre_records, ...(stored.cohort && { cohort: stored.cohort }) };
}

/** A gender in other words than ours is kept; one that was taken out of the line is not. */
function otherGender(gender = ''): string {
  return gender in GENDER_WORDS ? '' : gender;
}

export interface Difference {
  kind: 'added' | 'removed' | 'renumbered' | 'gender';
  name: string;
  /** After the change; before it for those who leave. */
  user_id: string;
  /** The number or gender before. */
  before?: string;
  /** Somebody has an account with this name. */
  registered?: boolean;
}

/** What would change, in the order of the numbers. */
export function differences(stored: StoredRows, next: SetupPreview['pre_records']): Difference[] {
  const before = new Map(
    Object.values(stored)
      .flat()
      .map((row) => [row.real_name, row]),
  );
  const after = Object.values(next).flat();
  const found: Difference[] = [];
  for (const row of after) {
    const old = before.get(row.real_name);
    const { real_name: name, user_id } = row;
    if (!old) found.push({ kind: 'added', name, user_id });
    else if (old.user_id !== user_id) found.push({ kind: 'renumbered', name, user_id, before: old.user_id });
    else if (old.gender !== row.gender) found.push({ kind: 'gender', name, user_id, before: old.gender });
    before.delete(row.real_name);
  }
  for (const row of before.values()) {
    found.push({ kind: 'removed', name: row.real_name, user_id: row.user_id, registered: row.registered });
  }
  return found.sort((a, b) => a.user_id.localeCompare(b.user_id));
}

/** Those whom the words and the switch leave, by class; classes of which nobody is left are not there. */
export function peopleOf(rows: StoredRows, typed: string, onlyOpen: boolean): { key: string; people: StoredRow[] }[] {
  const wanted = typed.trim().toLowerCase();
  const fits = ({ real_name, user_id, registered }: StoredRow): boolean =>
    !(onlyOpen && registered) && (real_name.toLowerCase().includes(wanted) || user_id.startsWith(wanted));
  return Object.keys(rows)
    .sort()
    .map((key) => ({ key, people: (rows[key] ?? []).filter(fits) }))
    .filter(({ people }) => people.length > 0);
}

/** How the list says a gender, for people. */
export function genderOf(gender: string): Gender | 'other' {
  if (gender === 'male' || gender === '男') return 'male';
  if (gender === 'female' || gender === '女') return 'female';
  return gender === '' ? '' : 'other';
}
