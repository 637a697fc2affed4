// What the wizard has collected so far, and its translation into the request.
import { computed, reactive } from 'vue';
import type { SetupBody, SetupPreview } from '@/api/types';
import { newId } from '@/core/ids';
import { judgePassword } from '@/core/password';
import { portalInfo } from '@/core/portal-info';
import { markDuplicates, parseRoster, type RosterRow } from '@/core/roster';

export interface ClassDraft {
  key: string;
  number: string;
  /** What the school calls it, such as `高一（1）班`; may be empty. */
  name: string;
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

const MAX_ROWS = 99;
const MAX_NAME = 20;
/** The window for registrations that the end of the wizard opens. */
const ENROLMENT_HOURS = 24;

export function freshClass(number: string): ClassDraft {
  return { key: newId(), number, name: '', text: '', admin: '', extraAdmin: '' };
}

export const draft = reactive({
  timezone: 'Asia/Shanghai',
  schoolName: '',
  cohort: proposeCohort(new Date()),
  classes: [freshClass('1')],
  /** Who installs the portal: the account that the wizard ends with. */
  account: { realName: '', netName: '', password: '', confirm: '' },
  /** The installer is the head teacher of the first class. */
  leads: true,
  /** Names of further system admins; names are unique in the whole portal. */
  systemAdmins: [] as string[],
  denyCommonPasswords: true,
  uniqueAcross: true,
  claimCodes: true,
  enrolment: true,
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

export function ownName(): string {
  return draft.account.realName.trim();
}

/** Whether the installer is who leads this class. */
export function isLedByInstaller(entry: ClassDraft): boolean {
  return draft.leads && entry.key === draft.classes[0]?.key;
}

/** Who leads the class, empty for nobody. */
export function adminOf(entry: ClassDraft): string {
  return isLedByInstaller(entry) ? ownName() : entry.admin;
}

/**
 * The rows of one class. The class admin may come on top of the pasted list; so does the installer in the first
 * class, at the end unless as its head, so that nobody's number moves.
 */
export function rowsOf(entry: ClassDraft): DraftRow[] {
  const id = classId(entry);
  const admin = adminOf(entry);
  const added = (name: string): DraftRow => ({ line: 0, name, gender: '', classId: id, isClassAdmin: name === admin });
  const listed = parseRoster(entry.text).map((row) => ({ ...row, classId: id, isClassAdmin: row.name === admin }));
  const extra = isLedByInstaller(entry) ? '' : entry.extraAdmin.trim();
  const missing = (name: string): boolean => name !== '' && !listed.some((row) => row.name === name);
  const all = missing(extra) ? [added(extra), ...listed] : listed;
  if (!holdsInstaller(entry) || extra === ownName()) return all;
  return draft.leads ? [added(ownName()), ...all] : [...all, added(ownName())];
}

/** The first class takes the installer in who is on no list. */
function holdsInstaller(entry: ClassDraft): boolean {
  if (ownName() === '' || entry.key !== draft.classes[0]?.key) return false;
  return !draft.classes.some(({ text }) => parseRoster(text).some(({ name }) => name === ownName()));
}

export type ClassFault = 'number' | 'same_number' | 'empty' | 'too_many' | 'rows';

/** What is wrong with the number of a class. */
export function numberFault(entry: ClassDraft): ClassFault | null {
  if (!/^\d{1,2}$/.test(entry.number.trim()) || Number(entry.number) === 0) return 'number';
  const same = draft.classes.filter((other) => Number(other.number) === Number(entry.number));
  return same.length > 1 ? 'same_number' : null;
}

/** What keeps the list of one class from going on. */
export function listFault(entry: ClassDraft): ClassFault | null {
  const listed = parseRoster(entry.text);
  if (listed.length === 0) return 'empty';
  if (listed.length > MAX_ROWS) return 'too_many';
  const own = rows.value.filter((row) => row.classId === classId(entry));
  return own.some(({ problem }) => problem) ? 'rows' : null;
}

export function cohortIsGood(): boolean {
  return /^\d\d$/.test(draft.cohort.trim());
}

/** What the form of the account may still say: one key for each field that needs a change. */
export function accountFaults(): Partial<Record<'realName' | 'netName' | 'password' | 'confirm', true>> {
  const { netName, password, confirm } = draft.account;
  const length = [...ownName()].length;
  return {
    ...((length === 0 || length > MAX_NAME) && { realName: true as const }),
    ...(!/^.{1,20}$/u.test(netName.trim()) && { netName: true as const }),
    ...(!judgePassword(password, [ownName(), netName]).ok && { password: true as const }),
    ...(confirm !== password && { confirm: true as const }),
  };
}

/** The request body; the preview tells the IDs that `save` names as system admins. */
export function toBody(preview?: SetupPreview): SetupBody {
  const code = draft.setupCode.trim();
  const more = {
    ...(preview ? saveBody(preview) : {}),
    ...(draft.enrolment ? { enrolment_hours: ENROLMENT_HOURS } : {}),
  };
  return {
    cohort: draft.cohort.trim(),
    pre_records: listsOf(),
    settings: settingsOf(),
    ...more,
    ...(draft.force ? { force: true } : {}),
    ...(code ? { setup_code: code } : {}),
  };
}

function listsOf(): SetupBody['pre_records'] {
  const lists: SetupBody['pre_records'] = {};
  for (const entry of draft.classes) {
    lists[classId(entry)] = rowsOf(entry).map((row) => ({
      real_name: row.name,
      gender: row.gender,
      ...(row.isClassAdmin ? { is_class_admin: true } : {}),
    }));
  }
  return lists;
}

function settingsOf(): SetupBody['settings'] {
  const claim = draft.claimCodes ? '' : draft.claimCode.trim();
  const named = draft.classes.filter(({ name }) => name.trim() !== '');
  const settings = {
    ...(portalInfo.value?.timezone_fixed ? {} : { timezone: draft.timezone }),
    deny_common_passwords: draft.denyCommonPasswords,
    names_unique_across: draft.uniqueAcross,
    claim_codes: draft.claimCodes,
    school_name: draft.schoolName.trim(),
    class_names: Object.fromEntries(named.map((entry) => [classId(entry).slice(-2), entry.name.trim()])),
    ...(claim ? { admin_claim_code: claim } : {}),
  };
  return settings;
}

function saveBody(preview: SetupPreview): Partial<SetupBody> {
  const { netName, password, confirm } = draft.account;
  const account = { real_name: ownName(), net_name: netName.trim(), password, confirm_password: confirm };
  const body = { admin_user_ids: adminIds(preview), account };
  return body;
}

function adminIds(preview: SetupPreview): string[] {
  const admins = [ownName(), ...draft.systemAdmins];
  return Object.values(preview.pre_records)
    .flat()
    .filter((row) => admins.includes(row.real_name))
    .map((row) => row.user_id);
}

/** School years start in August: in spring the newest cohort is last year's. */
export function proposeCohort(today: Date): string {
  const year = today.getMonth() >= 7 ? today.getFullYear() : today.getFullYear() - 1;
  return String(year % 100).padStart(2, '0');
}
