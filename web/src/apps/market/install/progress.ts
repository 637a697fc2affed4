// How far an installation or its preview has come, step by step. The server tells what it does by frames, which may
// never arrive; an upload is told by the browser. Pure.

export const STEPS = ['upload', 'catalog', 'download', 'check', 'store'] as const;
export type StepName = (typeof STEPS)[number];

export interface Progress {
  /** What is being done; none before anything was told. */
  step: StepName | null;
  done: number;
  total: number;
  /** How often it began anew, because a source brought nothing. */
  retries: number;
}

export interface Step {
  name: StepName;
  state: 'done' | 'now' | 'later';
  /** How much of it is done, 0 to 1, and in numbers where things are counted. */
  share?: number;
  count?: { done: number; total: number };
}

/** From where the bytes come. */
export type Origin = 'catalog' | 'zip';
export type Stage = 'preview' | 'install';

export const NOTHING: Progress = { step: null, done: 0, total: 0, retries: 0 };

/** The progress after the server has told a step; a step that nobody knows changes nothing. */
export function advance(now: Progress, frame: { step: string; done: number; total: number }): Progress {
  const step = STEPS.find((name) => name === frame.step);
  if (!step) return now;
  const isBack = now.step !== null && STEPS.indexOf(step) < STEPS.indexOf(now.step);
  return { step, done: frame.done, total: frame.total, retries: now.retries + Number(isBack) };
}

/** The progress of an upload of which so much is out, 0 to 1: what is out is checked next. */
export function uploaded(part: number): Progress {
  return part < 1
    ? { step: 'upload', done: Math.round(part * 100), total: 100, retries: 0 }
    : { ...NOTHING, step: 'check' };
}

/** All steps of a stage, each with what became of it. */
export function stepsOf(origin: Origin, stage: Stage, { step: now, done, total }: Progress): Step[] {
  const names = STEPS.filter((name) => {
    if (name === 'store') return stage === 'install';
    if (name === 'upload') return origin === 'zip';
    return name === 'check' || origin === 'catalog';
  });
  const at = now === null ? 0 : STEPS.indexOf(now);
  return names.map((name) => {
    const place = STEPS.indexOf(name);
    if (name !== now) return { name, state: place < at ? 'done' : isFirst(name, names, now) ? 'now' : 'later' };
    if (total <= 0) return { name, state: 'now' };
    const share = Math.min(1, done / total);
    return { name, state: 'now', share, ...(name === 'download' && { count: { done, total } }) };
  });
}

/** Before anything was told, the first step is under way. */
function isFirst(name: StepName, names: readonly StepName[], now: StepName | null): boolean {
  return now === null && name === names[0];
}
