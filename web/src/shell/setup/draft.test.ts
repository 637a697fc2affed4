// The wizard's draft becomes the request that the server expects.
import { beforeEach, expect, it } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { addClass, classFault, draft, proposeCohort, rows, toBody } from './draft';
import { rowOf } from './preview';

beforeEach(() => {
  draft.cohort = '26';
  draft.classes = [{ key: 'a', number: '1', text: '1. 张三 男\n2. 李四', admin: '', extraAdmin: '' }];
  draft.systemAdmins = [];
  draft.claimCode = '';
  draft.setupCode = '';
  draft.force = false;
});

it('proposes the cohort of the running school year', () => {
  expect(proposeCohort(new Date(2026, 8, 1))).toBe('26');
  expect(proposeCohort(new Date(2027, 2, 1))).toBe('26');
  expect(proposeCohort(new Date(2009, 7, 20))).toBe('09');
});

it('names lists classXX and leaves out what is not set', () => {
  expect(toBody()).toEqual({
    cohort: '26',
    pre_records: {
      class01: [
        { real_name: '张三', gender: 'male' },
        { real_name: '李四', gender: '' },
      ],
    },
    settings: {
      timezone: 'Asia/Shanghai',
      deny_common_passwords: true,
      names_unique_across: true,
    },
  });
});

it('adds a class admin who is not on the list, once', () => {
  Object.assign(draft.classes[0] ?? {}, { extraAdmin: '刘老师', admin: '刘老师' });
  expect(toBody().pre_records.class01?.[0]).toEqual({
    real_name: '刘老师',
    gender: '',
    is_class_admin: true,
  });
  Object.assign(draft.classes[0] ?? {}, { extraAdmin: '张三', admin: '张三' });
  expect(toBody().pre_records.class01).toHaveLength(2);
});

it('finds the IDs of system admins in the preview', () => {
  draft.systemAdmins = ['李四'];
  const record = (real_name: string, user_id: string) => ({
    real_name,
    user_id,
    gender: '',
    is_class_admin: false,
  });
  const body = toBody({
    pre_records: { class01: [record('张三', '260101'), record('李四', '260102')] },
    previous_count: 0,
    new_count: 2,
    needs_force: false,
  });
  expect(body.admin_user_ids).toEqual(['260102']);
});

it('sees the same name in two classes', () => {
  addClass();
  Object.assign(draft.classes[1] ?? {}, { text: '张三' });
  expect(rows.value.map((row) => row.problem)).toEqual(['duplicate', undefined, 'duplicate']);
});

it('tells what keeps a class from going on', () => {
  const [entry] = draft.classes;
  if (!entry) throw new Error('no class');
  expect(classFault(entry)).toBeNull();
  expect(classFault({ ...entry, number: '0' })).toBe('number');
  expect(classFault({ ...entry, text: ' ' })).toBe('empty');
  draft.classes.push({ ...entry, key: 'b', number: '01' });
  expect(classFault(entry)).toBe('same_number');
});

it('finds the row that a refusal names', () => {
  const refusal = (fields: Record<string, unknown>) => new ApiFailure(400, '', { fields });
  expect(rowOf(refusal({ class_id: 'class02', row: 3 }))).toEqual({ classId: 'class02', index: 2 });
  expect(rowOf(refusal({ class_id: 'class02' }))).toBeNull();
});
