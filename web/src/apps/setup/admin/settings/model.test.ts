import { expect, it } from 'vitest';
import type { StoredList } from '@/api/types';
import type { PortalSettings } from '../../types';
import { adminsOf, candidatesOf, changesOf, namesChange, namesOf, rulesOf } from './model';

const row = (user_id: string, real_name: string, registered = true): StoredList['pre_records'][string][number] => ({
  user_id,
  real_name,
  registered,
  gender: '',
  is_class_admin: user_id.endsWith('00'),
});
const list: StoredList = {
  cohort: '26',
  pre_records: {
    class01: [row('260100', '周明远'), row('260101', '林知夏')],
    class02: [row('260201', 'Ann Lee', false)],
  },
  admin_user_ids: [],
};
const stored: PortalSettings = {
  settings: {
    timezone: null,
    timezone_in_force: 'UTC',
    timezone_fixed: false,
    deny_common_passwords: true,
    names_unique_across: false,
    admin_claim_code_set: false,
    admin_claim_code_fixed: false,
    claim_codes: false,
    claim_codes_fixed: false,
    school_name: null,
    class_names: {},
  },
  admin_user_ids: ['260101', '260109'],
  fixed_admin_ids: ['260100', '260101'],
};

it('sends only what was changed', () => {
  const before = rulesOf(stored.settings);
  expect(changesOf(before, { ...before })).toBeNull();
  expect(changesOf(before, { ...before, names_unique_across: true })).toEqual({ names_unique_across: true });
  expect(changesOf(before, { ...before, timezone: 'UTC', deny_common_passwords: false })).toEqual({
    timezone: 'UTC',
    deny_common_passwords: false,
  });
});

it('sends the names that were changed', () => {
  const before = namesOf({ ...stored.settings, class_names: { '01': '高一（1）班' } }, ['01', '02']);
  expect(before).toEqual({ school: '', '01': '高一（1）班', '02': '' });
  expect(namesChange(changesOf(before, { ...before, school: ' 实验中学 ' }) ?? {})).toEqual({
    school_name: '实验中学',
  });
  expect(namesChange(changesOf(before, { ...before, '01': '' }) ?? {})).toEqual({ class_names: { '01': '' } });
});

it('names each admin once, those of the server first', () => {
  expect(adminsOf(stored, list)).toEqual([
    { user_id: '260100', name: '周明远', fixed: true, open: false, leads: true },
    { user_id: '260101', name: '林知夏', fixed: true, open: false, leads: false },
    { user_id: '260109', name: '', fixed: false, open: false, leads: false },
  ]);
  expect(adminsOf(stored, undefined).map(({ name }) => name)).toEqual(['', '', '']);
});

it('offers who is on the list and no admin yet', () => {
  const found = (typed: string): string[] => candidatesOf(stored, list, typed).map((one) => one.user_id);
  expect([found(''), found('ann'), found('2602'), found('周明远')]).toEqual([['260201'], ['260201'], ['260201'], []]);
});
