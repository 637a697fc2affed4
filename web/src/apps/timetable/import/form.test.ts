// The last step of an import.
import { expect, it } from 'vitest';
import type { Listed, Overview } from '../types';
import { daysFor, draftOf, faultsOf, nameOfFile, replaceable } from './form';

const LISTED: Listed = {
  id: 'a',
  name: '上学期',
  owner: 'class',
  from: '2026-09-01',
  until: '2027-01-20',
  first_day: '2026-08-31',
  revision: 4,
  holds_today: true,
  updated_at: '2026-09-01T00:00:00Z',
  updated_by: null,
};
const overview = (...timetables: Listed[]): Overview => ({
  class: '01',
  may_edit: true,
  today: '2026-11-29',
  timetables,
  deleted: [],
});

it('can replace what the same owner has today', () => {
  expect(replaceable(overview({ ...LISTED, holds_today: false }, LISTED), 'class')).toBe(LISTED);
  expect(replaceable(overview(LISTED), 'self')).toBeNull();
});

it('keeps the name and the dates of what is replaced; a new one is called like the file and begins today', () => {
  expect(draftOf('cses', '2026-11-29', LISTED)).toMatchObject({ how: 'replace', name: '上学期', from: '2026-09-01' });
  expect(draftOf('', '2026-11-29', LISTED).name).toBe('上学期');
  const fresh = { how: 'new', name: '新课表', from: '2026-11-29', until: '' };
  expect(draftOf('新课表', '2026-11-29', null)).toMatchObject(fresh);
});

it('names what is missing or in the wrong order', () => {
  const draft = draftOf('课表', '2026-11-29', null);
  expect(faultsOf(draft)).toEqual([]);
  expect(faultsOf({ ...draft, name: ' ', from: '', until: '2026-13-40', firstDay: '' })).toEqual([
    'name',
    'from',
    'until',
    'first_day',
  ]);
  expect(faultsOf({ ...draft, until: '2026-11-28', firstDay: '2026-11-30' })).toEqual(['until', 'first_day']);
});

it('takes the name of a file without its ending', () => {
  expect(['高一(1)班课表.xlsx', 'v2.1 课表.yaml', '课表'].map(nameOfFile)).toEqual([
    '高一(1)班课表',
    'v2.1 课表',
    '课表',
  ]);
});

it('cuts the name of a file where no timetable could be called so', () => {
  expect([...nameOfFile(`${'长'.repeat(50)}.xlsx`)]).toHaveLength(40);
});

it('takes changed days for a class only', () => {
  const days = [{ date: '2026-10-01', change: { plan: 'off' as const } }];
  expect(daysFor('class', days)).toEqual(days);
  expect(daysFor('self', days)).toEqual([]);
});
