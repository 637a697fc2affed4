// What the connection has brought: where this page stands in the event log, and who is told of what.
import { queryClient } from '../query';
import { dispatch, type LiveFrame } from './bus';
import { Absence, Cursor } from './rules';

export class Inbox {
  private readonly cursor = new Cursor();
  private readonly absence = new Absence();

  /** `readSeq`: what the page has read before its first connection includes the events up to this number. */
  constructor(
    readonly user: string,
    private readonly readSeq: number,
  ) {}

  /** The place in the event log up to which everything has come; null before the first greeting. */
  get seq(): number | null {
    return this.cursor.seq;
  }

  /**
   * A connection begins. The first one begins at the place that the greeting names, and what happened
   * since the page began to read is unknown; a later one is at its cursor until frames say otherwise.
   */
  resume(hello: LiveFrame, isBack: boolean): void {
    const isBehind = this.seq === null && typeof hello.seq === 'number' && hello.seq > this.readSeq;
    if (hello.reset || isBehind) this.reset(hello.seq);
    else if (this.seq === null) this.cursor.reach(hello.seq);
    // Without a place to resume from, what came meanwhile is unknown.
    if (isBack && this.seq === null) this.reset(null);
  }

  onWelcome(hello: LiveFrame): void {
    const now = Date.now();
    this.absence.hear(now);
    this.absence.setClock(hello.server_time, now);
    dispatch(hello);
  }

  /** Takes a frame; one that came before goes to nobody. */
  deliver(frame: LiveFrame): void {
    const now = Date.now();
    this.absence.hear(now);
    if (frame.type === 'pong') return;
    if (frame.type === 'reset' || frame.reset === true) return this.reset(frame.seq);
    if (!this.cursor.take(frame)) return;
    dispatch(this.absence.isOld(frame, now) ? { ...frame, historical: true } : frame);
  }

  /** Something may have been missed: everything shown is read anew. */
  reset(seq: unknown): void {
    this.cursor.restart(seq);
    void queryClient.invalidateQueries();
    dispatch({ type: 'reset' });
  }
}
