// Editing the class list: numbers stay with names, and what differs is told before it is saved.
import { expect, it } from 'vitest';
import type { StoredList } from '@/api/types';
import { bodyOf, differences, draftsOf, numberFault, peopleOf, rowsOf } from './model';

const row = (user_id: string, real_name: string, more = {}): StoredList['pre_records'][string][number] => ({
  user_id,
  real_name,
  gender: '',
  is_class_admin: user_id.endsWith('00'),
  registered: false,
  ...more,
});
const stored: StoredList = {
  cohort: '26',
  admin_user_ids: [],
  pre_records: {
    class01: [
      row('260100', '周明远', { gender: 'male', registered: true }),
      row('260101', '林知夏', { gender: 'female' }),
    ],
    class02: [row('260201', '李雷', { claim_code: 'K7QX-2M9P' })],
  },
};

it('shows the stored list as it would be pasted', () => {
  expect(draftsOf(stored.pre_records)).toEqual([
    { number: '01', admin: '周明远', text: '周明远 男\n林知夏 女' },
    { number: '02', admin: '', text: '李雷' },
  ]);
});

it('sends back what it has read', () => {
  const body = bodyOf(draftsOf(stored.pre_records), stored);
  expect(body.cohort).toBe('26');
  expect(body.pre_records.class01).toEqual([
    { real_name: '周明远', gender: 'male', is_class_admin: true, user_id: '260100' },
    { real_name: '林知夏', gender: 'female', is_class_admin: false, user_id: '260101' },
  ]);
});

it('keeps numbers with names, but 00 with the office', () => {
  const [one] = draftsOf(stored.pre_records);
  const body = bodyOf([{ number: '1', admin: '林知夏', text: `${one?.text}\n陈默` }], stored);
  expect(body.pre_records.class01).toEqual([
    { real_name: '周明远', gender: 'male', is_class_admin: false },
    { real_name: '林知夏', gender: 'female', is_class_admin: true },
    { real_name: '陈默', gender: '', is_class_admin: false },
  ]);
});

it('tells who comes, goes and gets another number', () => {
  const next = {
    class01: [
      { real_name: '林知夏', user_id: '260100', gender: 'female', is_class_admin: true },
      { real_name: '陈默', user_id: '260102', gender: '', is_class_admin: false },
    ],
    class02: [{ real_name: '李雷', user_id: '260201', gender: 'male', is_class_admin: false }],
  };
  expect(differences(stored.pre_records, next)).toEqual([
    { kind: 'renumbered', name: '林知夏', user_id: '260100', before: '260101' },
    { kind: 'removed', name: '周明远', user_id: '260100', registered: true },
    { kind: 'added', name: '陈默', user_id: '260102' },
    { kind: 'gender', name: '李雷', user_id: '260201', before: '' },
  ]);
});

it('finds names that occur twice, also across classes, and odd class numbers', () => {
  const drafts = [
    { number: '1', admin: '', text: '林知夏' },
    { number: '01', admin: '', text: '林知夏' },
  ];
  expect(rowsOf(drafts).map(({ problem }) => problem)).toEqual(['duplicate', 'duplicate']);
  expect(drafts.map((draft) => numberFault(draft, drafts))).toEqual(['same_number', 'same_number']);
  expect(numberFault({ number: '0', admin: '', text: '' }, [])).toBe('number');
});

it('finds people by name or number, or those who have not registered', () => {
  const found = (typed: string, open: boolean): string[] =>
    peopleOf(stored.pre_records, typed, open).flatMap(({ people }) => people.map(({ real_name }) => real_name));
  const all = Object.values(stored.pre_records).flat();
  expect(found('', false)).toHaveLength(all.length);
  expect(found('', true)).toEqual(all.filter(({ registered }) => !registered).map(({ real_name }) => real_name));
  expect(found(all[0]?.user_id ?? '', false)).toEqual([all[0]?.real_name]);
  expect(peopleOf(stored.pre_records, '没有这个人', false)).toEqual([]);
});
