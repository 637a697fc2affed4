// The lists that one can draw from, as a field offers them. Pure.
import type { ListRef, Person, Roster, SavedList } from '../types';

export interface Source {
  /** `class`, `saved:ID` or `duty:ID:PLACE`. */
  key: string;
  label: string;
  ref: ListRef;
  people: Person[];
}

interface Words {
  all: string;
  group: (roster: string, group: string) => string;
}

/** The whole class, then saved lists, then the groups of duty; of each those who are on the class list. */
export function sourcesOf(
  people: readonly Person[],
  lists: readonly SavedList[],
  rosters: readonly Roster[],
  words: Words,
): Source[] {
  const present = people.filter(({ left }) => !left);
  const of = (numbers: readonly string[]): Person[] => present.filter(({ number }) => numbers.includes(number));
  const saved = lists.map((list): Source => ({
    key: `saved:${list.id}`,
    label: list.name,
    ref: { kind: 'saved', id: list.id },
    people: of(list.people.map(({ number }) => number)),
  }));
  const groups = rosters.flatMap(({ id, name, groups: all }) =>
    all.map((group, place): Source => ({
      key: `duty:${id}:${place}`,
      label: words.group(name, group.name),
      ref: { kind: 'duty_group', id, group: place },
      people: of(group.members.map(({ number }) => number)),
    })),
  );
  return [{ key: 'class', label: words.all, ref: { kind: 'class' }, people: present }, ...saved, ...groups];
}
