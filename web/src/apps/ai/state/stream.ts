// Reads an answer to its end. A line that breaks is opened again behind what was read, by itself and ever more slowly,
// so that no character is lost or comes twice.
import { asFailure, isSessionLoss, type ApiFailure } from '@/api/failure';
import { withEvent, type Answer } from '../model/answer';
import { EventParser } from '../model/sse';
import type { Bytes } from '../api';

export type Outcome =
  | { kind: 'done'; answer: Answer }
  /** It is over, and what became of it is in the conversation. */
  | { kind: 'over'; answer: Answer }
  /** The question was not taken. */
  | { kind: 'refused'; failure: ApiFailure }
  | { kind: 'left' };

export interface Line {
  /** The first try; what follows a break is read by `resume`. */
  open: () => Promise<Bytes>;
  resume: (generation: string, place: number) => Promise<Bytes>;
  /** Hears of each change. */
  show: (answer: Answer) => void;
  /** Hears whether the line is broken now. */
  broken: (isBroken: boolean) => void;
  /** Whether nobody wants the answer any more. */
  isLeft: () => boolean;
  wait: (ms: number) => Promise<void>;
}

/** The server says something at least every 15 s. */
const QUIET_MS = 40_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Reads from what is known already until the answer is over. */
export async function readAnswer(start: Answer, line: Line): Promise<Outcome> {
  let answer = start;
  let tries = 0;
  let { open } = line;
  for (;;) {
    let pause = 0;
    try {
      const bytes = await open();
      // What came before the break was shown; only what is new says that the line stands again.
      await readEvents(bytes, (event) => {
        tries = 0;
        line.broken(false);
        answer = withEvent(answer, event);
        line.show(answer);
        return answer.isDone || line.isLeft();
      });
    } catch (cause) {
      const failure = asFailure(cause);
      if (answer.generation === '') return { kind: 'refused', failure };
      if (failure.status === 404) return { kind: 'over', answer };
      if (isSessionLoss(failure)) return { kind: 'left' };
      pause = (failure.retryAfter ?? 0) * 1000;
    }
    if (answer.isDone) return { kind: 'done', answer };
    if (line.isLeft()) return { kind: 'left' };
    if (answer.generation === '') return { kind: 'refused', failure: asFailure(null) };
    line.broken(true);
    await line.wait(Math.max(pause, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)));
    if (line.isLeft()) return { kind: 'left' };
    tries += 1;
    open = () => line.resume(answer.generation, answer.place);
  }
}

type Hear = (event: ReturnType<EventParser['push']>[number]) => boolean;

/** Reads events until the stream ends or `hear` has heard enough. A line that breaks has ended as well. */
async function readEvents(bytes: Bytes, hear: Hear): Promise<void> {
  const reader = bytes.getReader();
  const parser = new EventParser();
  const leave = (): void => void reader.cancel().catch(() => undefined);
  let timer = 0;
  try {
    for (;;) {
      timer = window.setTimeout(leave, QUIET_MS);
      const { value, done } = await reader.read();
      window.clearTimeout(timer);
      if (done) return;
      if (parser.push(value).some(hear)) return leave();
    }
  } catch {
    // It is opened again.
  } finally {
    window.clearTimeout(timer);
  }
}
