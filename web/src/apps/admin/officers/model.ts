// The rights in the form of an office, pure. The form begins with the rights that the officer holds and
// changes one id at a time: what it could not show, it neither takes nor gives.
import type { Permission } from '../registry';

/** A right with its switch; a right that no feature of the server knows has no words. */
export interface Right {
  id: string;
  words?: Permission;
}

/** The body of a changed office: rights that nobody touched are not sent, so they stay as they are. */
export interface OfficeChange {
  title: string;
  permissions?: string[];
}

/** The switches of the form: the rights that features know, then the others that the officer holds. */
export function rightsOf(known: readonly Permission[], held: readonly string[]): Right[] {
  const ids = new Set(known.map(({ id }) => id));
  const others = held.filter((id) => !ids.has(id));
  return [...known.map((words) => ({ id: words.id, words })), ...others.map((id) => ({ id }))];
}

/** What a saved form sends. */
export function officeChange(title: string, held: readonly string[], rights: ReadonlySet<string>): OfficeChange {
  const isSame = held.length === rights.size && held.every((id) => rights.has(id));
  return isSame ? { title } : { title, permissions: [...rights] };
}
