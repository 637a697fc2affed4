// What the board is told about today's duty. Pure.

interface Person {
  name: string;
  /** What the person has to do; null for nothing in particular. */
  task: string | null;
}

interface Turn {
  /** The name of the roster. */
  roster: string;
  people: Person[];
  done: boolean;
  /** There is no duty on this day. */
  off: boolean;
}

export interface DutyPart {
  /** The day that it is about, `YYYY-MM-DD`. */
  date: string;
  turns: Turn[];
}

/** The turns of a day in which somebody has something to do. What was kept of another day says nothing about this one. */
export function turnsOn({ date, turns }: DutyPart, today: string): Turn[] {
  return date === today ? turns.filter(({ off, people }) => !off && people.length > 0) : [];
}
