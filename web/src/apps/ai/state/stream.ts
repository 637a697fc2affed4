// Reads an answer to its end. A connection that breaks is opened again behind what was read, by itself and ever more
// slowly, so that no character is lost or comes twice.
import { asFailure, isSessionLoss, type ApiFailure } from '@/api/failure';
import { withEvent, type Answer } from '../model/answer';
import { EventParser } from '@/core/server-events';
import type { Bytes } from '../api';

export type Outcome =
  | { kind: 'done'; answer: Answer }
  /** It is over, and what became of it is in the conversation. */
  | { kind: 'ended'; answer: Answer }
  /** The question was not taken. */
  | { kind: 'refused'; failure: ApiFailure }
  | { kind: 'abandoned' };

export interface StreamOptions {
  /** The first try; what follows a break is read by `resume`. */
  open: () => Promise<Bytes>;
  resume: (generation: string, offset: number) => Promise<Bytes>;
  /** Called with each change. */
  onChange: (answer: Answer) => void;
  /** Called with true when the connection breaks, with false once it is read again. */
  onReconnecting: (isReconnecting: boolean) => void;
  /** Whether nobody wants the answer any more. */
  isAbandoned: () => boolean;
  wait: (ms: number) => Promise<void>;
}

/** The server says something at least every 15 s. */
const QUIET_MS = 40_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Reads from what is known already until the answer is over. */
export async function readAnswer(start: Answer, options: StreamOptions): Promise<Outcome> {
  let answer = start;
  let tries = 0;
  let { open } = options;
  for (;;) {
    let pause = 0;
    try {
      const bytes = await open();
      // What came before the break was shown; only what is new says that it is connected again.
      await readEvents(bytes, (event) => {
        tries = 0;
        options.onReconnecting(false);
        answer = withEvent(answer, event);
        options.onChange(answer);
        return answer.isDone || options.isAbandoned();
      });
    } catch (cause) {
      const failure = asFailure(cause);
      if (answer.generation === '') return { kind: 'refused', failure };
      if (failure.status === 404) return { kind: 'ended', answer };
      if (isSessionLoss(failure)) return { kind: 'abandoned' };
      pause = (failure.retryAfter ?? 0) * 1000;
    }
    if (answer.isDone) return { kind: 'done', answer };
    if (options.isAbandoned()) return { kind: 'abandoned' };
    if (answer.generation === '') return { kind: 'refused', failure: asFailure(null) };
    options.onReconnecting(true);
    await options.wait(Math.max(pause, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)));
    if (options.isAbandoned()) return { kind: 'abandoned' };
    tries += 1;
    open = () => options.resume(answer.generation, answer.offset);
  }
}

type OnEvent = (event: ReturnType<EventParser['push']>[number]) => boolean;

/** Reads events until the stream ends or `onEvent` answers true. A connection that breaks has ended as well. */
async function readEvents(bytes: Bytes, onEvent: OnEvent): Promise<void> {
  const reader = bytes.getReader();
  const parser = new EventParser();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  let timer = 0;
  try {
    for (;;) {
      timer = window.setTimeout(cancel, QUIET_MS);
      const { value, done } = await reader.read();
      window.clearTimeout(timer);
      if (done) return;
      if (parser.push(value).some(onEvent)) return cancel();
    }
  } catch {
    // It is opened again.
  } finally {
    window.clearTimeout(timer);
  }
}
