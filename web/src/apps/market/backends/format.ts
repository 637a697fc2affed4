// Numbers of a back end in words, and how its states and lines are coloured. Pure.

export const STATES = ['running', 'stopped', 'failed', 'disabled'] as const;
export type State = (typeof STATES)[number];
export const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type Level = (typeof LEVELS)[number];

/** A state of the wire; what is not known does not run. */
export function stateOf(word: string): State {
  return STATES.find((known) => known === word) ?? 'stopped';
}

/** The states in which nobody gets an answer. */
export type Trouble = Extract<State, 'failed' | 'disabled'>;

/** What keeps a back end from running; none where it runs, or is not there. */
export function troubleOf(word: string | undefined): Trouble | undefined {
  return word === 'failed' || word === 'disabled' ? word : undefined;
}

/** How bad a state looks. */
export function kindOf(state: State): 'success' | 'plain' | 'danger' | 'warning' {
  return ({ running: 'success', stopped: 'plain', failed: 'danger', disabled: 'warning' } as const)[state];
}

/** A level of the wire; what is not known is information. */
export function levelOf(word: string): Level {
  return LEVELS.find((known) => known === word) ?? 'info';
}

/** `320 ms`, `4.2 s`, `12 min` */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** The lines of a level and of those that matter more; all of them without one. */
export function atLeast<T extends { level: string }>(lines: readonly T[], least: string): T[] {
  const limit = LEVELS.findIndex((level) => level === least);
  return limit === -1 ? [...lines] : lines.filter(({ level }) => LEVELS.indexOf(levelOf(level)) <= limit);
}

/** How much of its room is taken, 0 to 1. */
export function shareOf(used: number, quota: number): number {
  return quota > 0 ? Math.min(1, used / quota) : 0;
}

/** The same list from its end: old engines can only turn a list around in place. */
export function newestFirst<T>(lines: readonly T[]): T[] {
  return lines.reduceRight<T[]>((all, line) => {
    all.push(line);
    return all;
  }, []);
}
