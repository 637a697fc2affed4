// Numbers of a pasted list that its rows do not keep: those of students and telephones.
import type { RosterRow } from './roster';

/** Longer than a year, so that `2024级` is none; parts of a date stand apart. */
const NUMBER = /\d{5,}/;

/** Whether the line of somebody holds one beside the name. */
export function dropsNumbers(text: string, people: readonly RosterRow[]): boolean {
  const lines = text.normalize('NFKC').split(/\r\n|\r|\n/);
  return people.some(({ line, name }) => NUMBER.test((lines[line - 1] ?? '').replace(name, '')));
}
