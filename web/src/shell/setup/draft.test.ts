// The wizard's draft becomes the request that the server expects.
import { beforeEach, expect, it } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { accountFaults, addClass, draft, listFault, numberFault, proposeCohort, rows, rowsOf, toBody } from './draft';
import { rowOf } from './preview';

beforeEach(() => {
  draft.cohort = '26';
  draft.classes = [{ key: 'a', number: '1', name: '', text: '1. 张三 男\n2. 李四', admin: '', extraAdmin: '' }];
  draft.account = { realName: '', netName: '', password: '', confirm: '' };
  draft.leads = true;
  draft.schoolName = '';
  draft.claimCodes = true;
  draft.enrolment = true;
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
      claim_codes: true,
      school_name: '',
      class_names: {},
    },
    enrolment_hours: 24,
  });
});

it('adds a class admin who is not on the list, once', () => {
  draft.leads = false;
  Object.assign(draft.classes[0] ?? {}, { extraAdmin: '刘老师', admin: '刘老师' });
  expect(toBody().pre_records.class01?.[0]).toEqual({
    real_name: '刘老师',
    gender: '',
    is_class_admin: true,
  });
  Object.assign(draft.classes[0] ?? {}, { extraAdmin: '张三', admin: '张三' });
  expect(toBody().pre_records.class01).toHaveLength(2);
});

it('puts the installer on the list of the first class: as its head, at its end, or where the name stands', () => {
  const names = () =>
    draft.classes.flatMap((entry) => rowsOf(entry).map(({ name, isClassAdmin }) => [name, isClassAdmin]));
  addClass();
  Object.assign(draft.classes[1] ?? {}, { text: '王五' });
  draft.account.realName = ' 刘老师 ';
  expect(names()).toEqual([
    ['刘老师', true],
    ['张三', false],
    ['李四', false],
    ['王五', false],
  ]);
  draft.leads = false;
  expect(names().map(([name]) => name)).toEqual(['张三', '李四', '刘老师', '王五']);
  draft.account.realName = '王五';
  expect(names().map(([name]) => name)).toEqual(['张三', '李四', '王五']);
});

it('saves the names that were given, and the account with the numbers of the preview', () => {
  Object.assign(draft, { schoolName: ' 实验中学 ', enrolment: false, claimCodes: false, claimCode: ' x ' });
  Object.assign(draft.classes[0] ?? {}, { name: '高一（1）班' });
  draft.account = { realName: '张三', netName: '三', password: 'Summer-27', confirm: 'Summer-27' };
  const preview = {
    pre_records: { class01: [{ real_name: '张三', user_id: '260100', gender: '', is_class_admin: true }] },
    previous_count: 0,
    new_count: 1,
    needs_force: false,
  };
  const body = toBody(preview);
  expect(body.settings).toMatchObject({
    school_name: '实验中学',
    class_names: { '01': '高一（1）班' },
    claim_codes: false,
    admin_claim_code: 'x',
  });
  expect(body.account).toEqual({
    real_name: '张三',
    net_name: '三',
    password: 'Summer-27',
    confirm_password: 'Summer-27',
  });
  expect(body.admin_user_ids).toEqual(['260100']);
  expect(body.enrolment_hours).toBeUndefined();
  expect(toBody().account).toBeUndefined();
});

it('wants an account before anything else', () => {
  expect(Object.keys(accountFaults())).toEqual(['realName', 'netName', 'password']);
  draft.account = { realName: '张三', netName: '三', password: 'Summer-27', confirm: 'Summer-28' };
  expect(accountFaults()).toEqual({ confirm: true });
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
  expect(listFault(entry)).toBeNull();
  expect(numberFault(entry)).toBeNull();
  expect(numberFault({ ...entry, number: '0' })).toBe('number');
  expect(listFault({ ...entry, text: ' ' })).toBe('empty');
  draft.classes.push({ ...entry, key: 'b', number: '01' });
  expect(numberFault(entry)).toBe('same_number');
});

it('finds the row that a refusal names', () => {
  const refusal = (fields: Record<string, unknown>) => new ApiFailure(400, '', { fields });
  expect(rowOf(refusal({ class_id: 'class02', row: 3 }))).toEqual({ classId: 'class02', index: 2 });
  expect(rowOf(refusal({ class_id: 'class02' }))).toBeNull();
});
