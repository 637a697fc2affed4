// What one can draw from: the class, saved lists and groups of duty, each without those who have left.
import { expect, it } from 'vitest';
import { sourcesOf } from './sources';

const entry = (number: string) => ({ number, name: number, user_id: null, left: false });
const people = ['240101', '240102', '240103'].map(entry);
const gone = { ...entry('240199'), left: true };

it('offers all three kinds, each with those on the class list', () => {
  const lists = [{ id: 'l1', name: '课代表', people: [...people.slice(0, 1), gone], revision: 1, updated_at: '' }];
  const groups = [
    { name: '一组', members: [entry('240102'), gone].map((one) => ({ ...one, task: null })) },
    { name: '二组', members: [] },
  ];
  const sources = sourcesOf([...people, gone], lists, [{ id: 'r1', name: '扫地', groups }], {
    all: '全班',
    group: (roster, group) => `${roster} ${group}`,
  });
  expect(sources.map(({ key, label, people: on }) => [key, label, on.map(({ number }) => number).join(' ')])).toEqual([
    ['class', '全班', '240101 240102 240103'],
    ['saved:l1', '课代表', '240101'],
    ['duty:r1:0', '扫地 一组', '240102'],
    ['duty:r1:1', '扫地 二组', ''],
  ]);
  expect(sources[3]?.ref).toEqual({ kind: 'duty_group', id: 'r1', group: 1 });
});
