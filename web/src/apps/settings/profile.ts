// Reads and writes the profile form; pure.
import type { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import type { ProfileChange } from './types';
import type { SettingsKey } from './i18n/zh';

/** The seven fields of `info` that a member may change, in the order of the form. */
export const INFO_FIELDS = ['signature', 'birthday', 'phone', 'email', 'qq', 'wechat', 'address'] as const;
export type InfoField = (typeof INFO_FIELDS)[number];
export type ProfileDraft = Record<InfoField | 'net_name', string>;

/** The form's content for a member. */
export function draftOf(user: UserInfo): ProfileDraft {
  const info = (user.info ?? {}) as Partial<Record<InfoField, string | null>>;
  const draft = { net_name: user.net_name } as ProfileDraft;
  for (const field of INFO_FIELDS) draft[field] = info[field] ?? '';
  return draft;
}

/** Only what differs, so that two devices do not undo each other's changes. */
export function changesOf(user: UserInfo, draft: ProfileDraft): ProfileChange | null {
  const before = draftOf(user);
  const info: Partial<Record<InfoField, string>> = {};
  for (const field of INFO_FIELDS) {
    const value = draft[field].trim();
    if (value !== before[field]) info[field] = value;
  }
  const netName = draft.net_name.trim();
  const change: ProfileChange = {};
  if (netName !== before.net_name) change.net_name = netName;
  if (Object.keys(info).length > 0) change.info = info;
  return Object.keys(change).length > 0 ? change : null;
}

/** Whether the server has refused the net name, as its text says in either language. */
export function refusesNetName({ status, message }: Pick<ApiFailure, 'status' | 'message'>): boolean {
  return (status === 400 || status === 409) && /网名|net name/i.test(message);
}

/** Which word describes a member's part. */
export function roleKey(user: UserInfo): SettingsKey {
  if (user.is_admin === 1) return 'role.admin';
  if (user.is_class_admin) return 'role.class_admin';
  return user.role === 'officer' ? 'role.officer' : 'role.user';
}

/** Lists come with English words or single Chinese characters. */
export function genderKey(gender: string): SettingsKey {
  if (gender === 'male' || gender === '男') return 'profile.male';
  return gender === 'female' || gender === '女' ? 'profile.female' : 'profile.unknown';
}
