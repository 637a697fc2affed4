// The draft of a roster: groups, their members and when they turn. Every change answers a new value. Pure.
import type { Group, Member, NewRoster, Person, Preview, Roster } from '../types';

export const MOST_GROUPS = 20;
export const MOST_MEMBERS = 30;
export const NAME_LENGTH = 30;
export const TASK_LENGTH = 20;
const SCHOOL_WEEK = [1, 2, 3, 4, 5];

export interface Draft {
  name: string;
  groups: readonly Group[];
  turn: 'day' | 'week';
  weekdays: readonly number[];
  startsOn: string;
  endsOn: string;
  firstGroup: number;
}

export type Fault = 'name' | 'groups' | 'twice' | 'empty' | 'crowded' | 'weekdays' | 'starts' | 'ends';

/** A roster as it is edited, or a new one with one group. */
export function draftOf(today: string, group: string, roster?: Roster): Draft {
  if (!roster) {
    const groups: Group[] = [{ name: group, members: [] }];
    return { name: '', groups, turn: 'day', weekdays: SCHOOL_WEEK, startsOn: today, endsOn: '', firstGroup: 0 };
  }
  const { name, groups, turn, weekdays, starts_on, ends_on, first_group } = roster;
  return { name, groups, turn, weekdays, startsOn: starts_on, endsOn: ends_on ?? '', firstGroup: first_group };
}

/** What is sent of a draft. */
export function bodyOf(draft: Draft): NewRoster {
  const { name, groups, turn, weekdays, startsOn, endsOn, firstGroup } = draft;
  return {
    name: name.trim(),
    groups: groups.map((group) => ({
      name: group.name.trim(),
      members: group.members.map(({ number, task }) => ({ number, task: task?.trim() || null })),
    })),
    turn,
    weekdays: [...weekdays],
    starts_on: startsOn,
    ends_on: endsOn || null,
    first_group: Math.min(firstGroup, groups.length - 1),
  };
}

const isNamed = (name: string): boolean => name.trim() !== '' && [...name.trim()].length <= NAME_LENGTH;

/** What keeps a draft from being saved, the gravest first. */
export function faultsOf(draft: Draft): Fault[] {
  const faults: (Fault | false)[] = [
    !isNamed(draft.name) && 'name',
    !draft.groups.every(({ name }) => isNamed(name)) && 'groups',
    new Set(draft.groups.map(({ name }) => name.trim())).size < draft.groups.length && 'twice',
    draft.groups.some(({ members }) => members.length === 0) && 'empty',
    draft.groups.some(({ members }) => members.length > MOST_MEMBERS) && 'crowded',
    draft.turn === 'day' && draft.weekdays.length === 0 && 'weekdays',
    !draft.startsOn && 'starts',
    draft.endsOn !== '' && draft.endsOn < draft.startsOn && 'ends',
  ];
  return faults.filter((fault): fault is Fault => fault !== false);
}

/** Whether the server can answer the next turns of a draft. */
export const isPreviewable = (draft: Draft): boolean =>
  faultsOf(draft).every((fault) => fault === 'name') && draft.groups.length > 0;

/** Who of the list is in no group. */
export function unassigned(people: readonly Person[], groups: readonly Group[]): Person[] {
  const placed = new Set(groups.flatMap(({ members }) => members.map(({ number }) => number)));
  return people.filter(({ number }) => !placed.has(number));
}

/** The people in `count` groups in the order of the list, whose sizes differ by one at most; tasks go with them. */
export function splitEvenly(members: readonly Member[], count: number, nameOf: (nth: number) => string): Group[] {
  const size = Math.floor(members.length / count);
  const larger = members.length % count;
  return Array.from({ length: count }, (_, index) => {
    const start = index * size + Math.min(index, larger);
    return { name: nameOf(index + 1), members: members.slice(start, start + size + (index < larger ? 1 : 0)) };
  });
}

const withGroup = (draft: Draft, at: number, change: (group: Group) => Group): Draft => ({
  ...draft,
  groups: draft.groups.map((group, index) => (index === at ? change(group) : group)),
});

export const renamed = (draft: Draft, at: number, name: string): Draft =>
  withGroup(draft, at, (group) => ({ ...group, name }));

/** A person of the list joins a group at its end. */
export const joined = (draft: Draft, at: number, numbers: readonly string[]): Draft =>
  withGroup(draft, at, ({ name, members }) => ({
    name,
    members: [...members, ...numbers.map((number) => ({ number, task: null }))],
  }));

export const withTask = (draft: Draft, at: number, number: string, task: string): Draft =>
  withGroup(draft, at, ({ name, members }) => ({
    name,
    members: members.map((member) => (member.number === number ? { ...member, task: task || null } : member)),
  }));

export const left = (draft: Draft, at: number, number: string): Draft =>
  withGroup(draft, at, ({ name, members }) => ({ name, members: members.filter((one) => one.number !== number) }));

/** A member goes to another group, or to another place of the same one: before `before`, or to the end. */
export function moved(draft: Draft, number: string, to: number, before?: string): Draft {
  const from = draft.groups.findIndex(({ members }) => members.some((one) => one.number === number));
  const member = draft.groups[from]?.members.find((one) => one.number === number);
  if (!member || !draft.groups[to] || number === before) return draft;
  return withGroup(left(draft, from, number), to, ({ name, members }) => {
    const index = before === undefined ? -1 : members.findIndex((one) => one.number === before);
    const at = index < 0 ? members.length : index;
    return { name, members: [...members.slice(0, at), member, ...members.slice(at)] };
  });
}

/** A member one place up or down within the group. */
export function stepped(draft: Draft, at: number, number: string, by: 1 | -1): Draft {
  return withGroup(draft, at, ({ name, members }) => {
    const from = members.findIndex((one) => one.number === number);
    const other = members[from + by];
    const member = members[from];
    if (!member || !other) return { name, members };
    const next = [...members];
    [next[from], next[from + by]] = [other, member];
    return { name, members: next };
  });
}

export const withNewGroup = (draft: Draft, name: string): Draft =>
  draft.groups.length >= MOST_GROUPS ? draft : { ...draft, groups: [...draft.groups, { name, members: [] }] };

/** Without a group; the first in turn stays the same one where it is still there. */
export function withoutGroup(draft: Draft, at: number): Draft {
  if (draft.groups.length < 2) return draft;
  const firstGroup =
    at < draft.firstGroup || draft.firstGroup === draft.groups.length - 1 ? draft.firstGroup - 1 : draft.firstGroup;
  return { ...draft, groups: draft.groups.filter((_, index) => index !== at), firstGroup: Math.max(0, firstGroup) };
}

export interface PreviewLine {
  date: string;
  until: string;
  /** The group on duty, or null on a day that is skipped. */
  group: string | null;
  reason: string | null;
}

/** The next turns and the skipped days among them, in the order of their dates. */
export function previewLines({ turns, skipped }: Preview): PreviewLine[] {
  const last = turns[turns.length - 1]?.until ?? '';
  const lines: PreviewLine[] = [
    ...turns.map(({ date, until, group }) => ({ date, until, group, reason: null })),
    ...skipped
      .filter(({ date }) => date <= last)
      .map(({ date, reason }) => ({ date, until: date, group: null, reason })),
  ];
  return lines.sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Skipped days in a row that have one reason are one line: its first and last date. */
export function foldedLines(lines: readonly PreviewLine[]): PreviewLine[] {
  const folded: PreviewLine[] = [];
  for (const line of lines) {
    const before = folded[folded.length - 1];
    if (before && line.group === null && before.group === null && before.reason === line.reason)
      before.until = line.until;
    else folded.push({ ...line });
  }
  return folded;
}
