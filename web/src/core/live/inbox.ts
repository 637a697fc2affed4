// What the connection has brought: where this page stands in the event log, and who is told of what.
import { queryClient } from '../query';
import { dispatch, type LiveFrame } from './bus';
import { Absence, Cursor } from './rules';

export class Inbox {
  private readonly cursor = new Cursor();
  private readonly absence = new Absence();
  private isGreeted = false;

  /**
   * What the page has read since `readAt` includes the events up to the number `readSeq`, so the first connection
   * brings those after it; 0 where the number is not known.
   */
  constructor(
    readonly user: string,
    readSeq: number,
    readAt: number,
  ) {
    if (readSeq > 0) this.cursor.reach(readSeq);
    this.absence.hear(readAt);
  }

  /** The place in the event log up to which everything has come; null where that is not known. */
  get seq(): number | null {
    return this.cursor.seq;
  }

  /** A connection begins. Its frames follow the cursor's place in the log; a cursor without one takes the greeting's. */
  resume(hello: LiveFrame, isBack: boolean): void {
    // After so long an absence the missed frames come as history, which some lists do not take: they are read anew.
    const isLate = !this.isGreeted && this.absence.wasAwayLong(Date.now());
    this.isGreeted = true;
    if (hello.reset || isLate) this.reset(hello.seq);
    else if (this.seq === null) this.cursor.reach(hello.seq);
    // A connection without a place in the log does not bring the frames of the time that it was down.
    if (isBack && this.seq === null) this.reset(null);
  }

  onWelcome(hello: LiveFrame): void {
    const now = Date.now();
    this.absence.hear(now);
    this.absence.setClock(hello.server_time, now);
    dispatch(hello);
  }

  /** Dispatches a frame, unless it came before. */
  deliver(frame: LiveFrame): void {
    const now = Date.now();
    this.absence.hear(now);
    if (frame.type === 'pong') return;
    if (frame.type === 'reset' || frame.reset === true) return this.reset(frame.seq);
    if (!this.cursor.take(frame)) return;
    dispatch(this.absence.isOld(frame, now) ? { ...frame, historical: true } : frame);
  }

  /** Frames may have been missed: every query is invalidated, and handlers of `reset` read anew all other state. */
  reset(seq: unknown): void {
    this.cursor.restart(seq);
    void queryClient.invalidateQueries();
    dispatch({ type: 'reset' });
  }
}
