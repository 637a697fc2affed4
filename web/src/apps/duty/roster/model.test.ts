// The draft of a roster: nobody is lost or doubled by a change, and groups are of equal size.
import { describe, expect, it } from 'vitest';
import type { Person, Roster } from '../types';
import {
  bodyOf,
  draftOf,
  faultsOf,
  foldedLines,
  isPreviewable,
  joined,
  left,
  moved,
  previewLines,
  renamed,
  splitEvenly,
  stepped,
  unassigned,
  withNewGroup,
  withoutGroup,
  withTask,
  type Draft,
} from './model';

const numbers = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `2401${String(i + 1).padStart(2, '0')}`);
const members = (count: number): { number: string }[] => numbers(count).map((number) => ({ number }));
const people = (count: number): Person[] =>
  numbers(count).map((number) => ({ number, name: number, user_id: null, left: false }));
const nth = (n: number): string => `${n}`;

function draft(...sizes: number[]): Draft {
  const all = members(sizes.reduce((sum, size) => sum + size, 0));
  const groups = sizes.map((size, i) => ({ name: `G${i + 1}`, members: all.splice(0, size) }));
  return { ...draftOf('2026-11-30', 'G1'), name: '扫地', groups };
}
const layout = ({ groups }: Draft): string[] =>
  groups.map((group) => group.members.map(({ number }) => number.slice(4)).join(' '));

describe('equal groups', () => {
  it('hold everybody once, in the order of the list, and differ by one at most', () => {
    for (let size = 1; size <= 60; size++) {
      for (let count = 1; count <= Math.min(size, 20); count++) {
        const groups = splitEvenly(members(size), count, nth);
        expect(groups.flatMap((group) => group.members.map(({ number }) => number))).toEqual(numbers(size));
        const sizes = groups.map((group) => group.members.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(groups).toHaveLength(count);
      }
    }
  });

  it('are named by their number, and tasks go with the people', () => {
    const groups = splitEvenly(
      [{ number: '240101', task: '黑板' }, { number: '240102' }, { number: '240103' }],
      2,
      nth,
    );
    expect(groups.map(({ name }) => name)).toEqual(['1', '2']);
    expect(groups[0]?.members[0]).toEqual({ number: '240101', task: '黑板' });
    expect(groups[0]?.members).toHaveLength(2);
  });
});

describe('a member', () => {
  it('moves to the end of another group, or before somebody', () => {
    expect(layout(moved(draft(2, 2), '240101', 1))).toEqual(['02', '03 04 01']);
    expect(layout(moved(draft(2, 2), '240101', 1, '240104'))).toEqual(['02', '03 01 04']);
    expect(layout(moved(draft(3), '240103', 0, '240101'))).toEqual(['03 01 02']);
  });

  it('stays where the place is none', () => {
    const before = draft(2, 1);
    expect(moved(before, '240199', 1)).toBe(before);
    expect(moved(before, '240101', 9)).toBe(before);
    expect(moved(before, '240101', 0, '240101')).toBe(before);
  });

  it('goes up and down within the group, not beyond it', () => {
    expect(layout(stepped(draft(3), 0, '240102', -1))).toEqual(['02 01 03']);
    expect(layout(stepped(draft(3), 0, '240103', 1))).toEqual(['01 02 03']);
  });

  it('joins, gets a task, and leaves', () => {
    const with3 = joined(draft(2), 0, ['240107']);
    expect(layout(with3)).toEqual(['01 02 07']);
    expect(withTask(with3, 0, '240107', '拖地').groups[0]?.members[2]?.task).toBe('拖地');
    expect(layout(left(with3, 0, '240101'))).toEqual(['02 07']);
    expect(unassigned(people(3), with3.groups).map(({ number }) => number)).toEqual(['240103']);
  });
});

describe('groups', () => {
  it('are twenty at most, and one at least', () => {
    let many = draft(1);
    for (let i = 0; i < 30; i++) many = withNewGroup(many, 'x');
    expect(many.groups).toHaveLength(20);
    expect(withoutGroup(draft(2), 0).groups).toHaveLength(1);
  });

  it('keep the first in turn when another one goes', () => {
    const first = { ...draft(1, 1, 1), firstGroup: 1 };
    expect(withoutGroup(first, 0).firstGroup).toBe(0);
    expect(withoutGroup(first, 2).firstGroup).toBe(1);
    expect(withoutGroup({ ...first, firstGroup: 2 }, 2).firstGroup).toBe(1);
    expect(withoutGroup({ ...first, firstGroup: 0 }, 0).firstGroup).toBe(0);
  });
});

describe('a draft', () => {
  it('is checked as the server does', () => {
    expect(faultsOf(draft(2, 2))).toEqual([]);
    expect(faultsOf({ ...draft(2, 0), name: ' ' })).toEqual(['name', 'empty']);
    expect(faultsOf(draft(31))).toEqual(['crowded']);
    expect(faultsOf(renamed(draft(1), 0, ''))).toEqual(['groups']);
    expect(faultsOf(renamed(draft(1, 1), 0, 'G2 '))).toEqual(['twice']);
    expect(faultsOf({ ...draft(1), weekdays: [] })).toEqual(['weekdays']);
    expect(faultsOf({ ...draft(1), weekdays: [], turn: 'week' })).toEqual([]);
    expect(faultsOf({ ...draft(1), startsOn: '2026-12-01', endsOn: '2026-11-30' })).toEqual(['ends']);
    expect(isPreviewable({ ...draft(1), name: '' })).toBe(true);
    expect(isPreviewable(draft(0))).toBe(false);
  });

  it('is what was stored, and is sent back as that', () => {
    const stored: Roster = {
      id: 'r',
      class: '01',
      name: '扫地',
      groups: [
        { name: '一组', members: [{ number: '240101', name: '李雷', user_id: null, left: false, task: '黑板' }] },
      ],
      turn: 'week',
      weekdays: [1, 3],
      starts_on: '2026-09-01',
      first_group: 0,
      ends_on: null,
      revision: 3,
      updated_at: '2026-09-01T00:00:00Z',
      updated_by_name: null,
    };
    expect(bodyOf(draftOf('2026-11-30', 'x', stored))).toEqual({
      name: '扫地',
      groups: [{ name: '一组', members: [{ number: '240101', task: '黑板' }] }],
      turn: 'week',
      weekdays: [1, 3],
      starts_on: '2026-09-01',
      first_group: 0,
      ends_on: null,
    });
  });
});

it('the preview names skipped days between the turns, a holiday as one line', () => {
  const lines = previewLines({
    turns: [
      { date: '2026-09-30', until: '2026-09-30', group: '一组', group_index: 0, people: [] },
      { date: '2026-10-08', until: '2026-10-08', group: '二组', group_index: 1, people: [] },
    ],
    skipped: [
      { date: '2026-10-01', reason: '国庆节' },
      { date: '2026-10-02', reason: '国庆节' },
      { date: '2026-10-05', reason: null },
      { date: '2026-10-09', reason: '校运会' },
    ],
  });
  expect(foldedLines(lines).map(({ date, until, group, reason }) => [date, until, group ?? reason])).toEqual([
    ['2026-09-30', '2026-09-30', '一组'],
    ['2026-10-01', '2026-10-02', '国庆节'],
    ['2026-10-05', '2026-10-05', null],
    ['2026-10-08', '2026-10-08', '二组'],
  ]);
});
