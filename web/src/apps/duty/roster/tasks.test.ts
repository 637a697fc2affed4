// Tasks after a new split: every group has people for all of them, and whoever can keeps their own.
import { expect, it } from 'vitest';
import type { Group } from '../types';
import { splitEvenly } from './model';
import { withTasks } from './tasks';

const FOUR = ['扫地', '拖地', '擦黑板', '倒垃圾'];

/** Groups as they were, each a list of tasks; people are numbered through. */
function groupsOf(...tasks: (string | null)[][]): Group[] {
  let next = 240101;
  return tasks.map((list, at) => ({
    name: `${at}`,
    members: list.map((task) => ({ number: String(next++), task })),
  }));
}

/** The tasks of each group after a split into so many, with newcomers behind the others. */
function split(former: Group[], count: number, newcomers = 0): (string | null | undefined)[][] {
  const members = former.flatMap((group) => group.members);
  const last = Number(members[members.length - 1]?.number);
  const added = Array.from({ length: newcomers }, (_, i) => ({ number: String(last + 1 + i), task: null }));
  const groups = withTasks(
    splitEvenly([...members, ...added], count, (n) => `${n}`),
    former,
  );
  return groups.map((group) => group.members.map(({ task }) => task));
}
const counted = (tasks: readonly (string | null | undefined)[], task: string | null): number =>
  tasks.filter((one) => one === task).length;

it('are in each group, also where those of one task stood side by side, and nobody has none', () => {
  const former = groupsOf(...FOUR.map((task) => Array.from({ length: 10 }, () => task)));
  const groups = split(former, 5, 1);
  expect(groups.map(({ length }) => length)).toEqual([9, 8, 8, 8, 8]);
  for (const tasks of groups) {
    expect(counted(tasks, null)).toBe(0);
    for (const task of FOUR) expect(counted(tasks, task)).toBeGreaterThanOrEqual(2);
  }
});

it('stay with whoever has them where the group has room for that', () => {
  const former = groupsOf([...FOUR, ...FOUR], [...FOUR, ...FOUR]);
  expect(split(former, 2)).toEqual([
    [...FOUR, ...FOUR],
    [...FOUR, ...FOUR],
  ]);
  expect(split(groupsOf(['扫地', '扫地', '拖地', '扫地']), 1)).toEqual([['扫地', '扫地', '拖地', '拖地']]);
});

it('are as many in each group as they were where only a few have one', () => {
  const former = groupsOf(['擦黑板', null, null, null], [null, null, null, null]);
  expect(split(former, 2).map((tasks) => [counted(tasks, '擦黑板'), counted(tasks, null)])).toEqual([
    [1, 3],
    [1, 3],
  ]);
  const two = groupsOf(['擦黑板', '擦黑板', null, null, null, null, null, null]);
  expect(split(two, 1).map((tasks) => counted(tasks, '擦黑板'))).toEqual([2]);
});

it('are all done by somebody where they are more than the people of a group', () => {
  const all = ['一', '二', '三', '四', '五', '六'];
  expect(split(groupsOf(all), 2).flat().sort()).toEqual([...all].sort());
});

it('stay none where there were none', () => {
  expect(split(groupsOf([null, null], [null]), 3)).toEqual([[null], [null], [null]]);
});
