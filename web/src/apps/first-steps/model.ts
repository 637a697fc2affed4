// The first steps, pure: which there are, and which are done.

/** What is known of a class. */
export interface Facts {
  registered: number;
  total: number;
  /** Slips with a code that nobody has used; null while no codes are asked for. */
  slips: number | null;
  /** Whether the slips were printed on this device. */
  printed: boolean;
  /** Null where the app of announcements is switched off. */
  announcements: number | null;
  hasDefault: boolean;
  hasPhoto: boolean;
}

export type StepId = 'enrol' | 'slips' | 'announce' | 'layout' | 'photo';

export interface Step {
  id: StepId;
  done: boolean;
}

/** The steps in the order in which they are best done. */
export function stepsOf(facts: Facts): Step[] {
  const steps: (Step | false)[] = [
    { id: 'enrol', done: facts.total > 0 && facts.registered >= facts.total },
    facts.slips !== null && { id: 'slips', done: facts.printed || facts.slips === 0 },
    facts.announcements !== null && { id: 'announce', done: facts.announcements > 0 },
    { id: 'layout', done: facts.hasDefault },
    { id: 'photo', done: facts.hasPhoto },
  ];
  return steps.filter((step): step is Step => step !== false);
}

/** As many steps as there is room for: all in their order, else those that are open first. */
export function fitting(steps: readonly Step[], room: number): Step[] {
  if (steps.length <= room) return [...steps];
  return [...steps].sort((a, b) => Number(a.done) - Number(b.done)).slice(0, Math.max(1, room));
}
