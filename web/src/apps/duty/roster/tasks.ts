// Who does what after the class was split into groups anew: each group has people for all tasks. Pure.
import type { Group, Member } from '../types';

/** From this part of the people on, everybody is meant to have a task. */
const MOST = 0.5;

const taskOf = ({ task }: Member): string => task?.trim() ?? '';

/**
 * The new groups with the tasks of the former ones, taken in turn within each group. People keep their task as long as
 * their group has room for it. Where only a few had a task, such as the blackboard, as many in each group get one.
 * More tasks than people of a group go on in the next group, so that none is lost.
 */
export function withTasks(groups: readonly Group[], former: readonly Group[]): Group[] {
  const had = former.flatMap(({ members }) => members.map(taskOf));
  const tasks = [...new Set(had.filter(Boolean))];
  const share = had.filter(Boolean).length / had.length;
  const countIn = (size: number): number =>
    share >= MOST ? size : Math.min(size, Math.max(tasks.length, Math.round(size * share)));
  let first = 0;
  return groups.map(({ name, members }) => {
    const count = countIn(members.length);
    const due = Array.from({ length: count }, (_, at) => tasks[(first + at) % tasks.length] ?? '');
    if (count < tasks.length) first += count;
    return { name, members: tasks.length > 0 ? dealt(members, due) : members };
  });
}

/** The members with these tasks among them. */
function dealt(members: readonly Member[], due: readonly string[]): Member[] {
  const open = [...due];
  const kept = members.map((member) => {
    const at = open.indexOf(taskOf(member));
    return at < 0 ? undefined : open.splice(at, 1)[0];
  });
  return members.map(({ number }, at) => ({ number, task: kept[at] ?? open.shift() ?? null }));
}
