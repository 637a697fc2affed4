// The rules of the connection that need neither a clock nor a network; pure.
import type { LiveFrame } from './bus';

/** The contract's first wait after a lost socket. */
const FIRST_WAIT_MS = 3_000;
const LAST_WAIT_MS = 30_000;
/** So many sockets in a row that never came to life mean that something between refuses them. */
const SOCKET_TRIES = 2;
const SEEN_KEPT = 1000;

/**
 * Older news is none. A connection that was silent for so long was down, or its page slept: even a tab in
 * the background asks for a sign of life more often.
 */
const NEWS_MS = 120_000;
/** What was missed comes without such a pause. */
const PAUSE_MS = 5_000;

/** How long to wait before try number `tries` (from 1); spread out, so that a school does not knock as one. */
export function waitBefore(tries: number, random: number = Math.random()): number {
  const base = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LAST_WAIT_MS);
  return Math.round(base * (0.6 + random * 0.8));
}

/** Which way to try next, after so many sockets that failed without a word. */
export function nextWay(failedSockets: number, hasSockets: boolean): 'socket' | 'poll' {
  return hasSockets && failedSockets < SOCKET_TRIES ? 'socket' : 'poll';
}

/**
 * Where this page stands in the event log. Frames come in order, and again after a reconnection;
 * `take` answers whether a frame is new. One event may speak through several types.
 */
export class Cursor {
  /** The last number heard of; null before the first. */
  seq: number | null = null;
  private seen = new Set<string>();

  take(frame: { type: string; seq?: number }): boolean {
    if (typeof frame.seq !== 'number') return true;
    const key = `${frame.seq} ${frame.type}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    if (this.seen.size > SEEN_KEPT) {
      this.seen = new Set([...this.seen].slice(SEEN_KEPT / 2));
    }
    this.reach(frame.seq);
    return true;
  }

  /** Everything up to there has been told. */
  reach(seq: unknown): void {
    if (typeof seq === 'number' && (this.seq === null || seq > this.seq)) this.seq = seq;
  }

  /** The server has begun anew from there: a restored backup may have lower numbers. */
  restart(seq: unknown): void {
    this.seq = typeof seq === 'number' ? seq : null;
    this.seen.clear();
  }
}

/**
 * Tells news from what is caught up with after an absence. The greeting does not say how far the log
 * has come meanwhile. So frames that bear a time go by it, on the server's clock; those without one
 * are old until the catching up has ended, with the first that is new or with a pause. All times in ms.
 */
export class Absence {
  private heard = 0;
  private until = 0;
  private skew = 0;

  /** A sign of life came, at this time of the device. */
  hear(now: number): void {
    if (this.wasAwayLong(now)) this.until = now + PAUSE_MS;
    this.heard = now;
  }

  /** Whether the last sign of life is so long ago that what comes first is old. */
  wasAwayLong(now: number): boolean {
    return this.heard > 0 && now - this.heard > NEWS_MS;
  }

  /** The server has told its time. */
  setClock(serverTime: unknown, now: number): void {
    if (typeof serverTime === 'number') this.skew = serverTime - now;
  }

  /** Whether a frame of the log is old by now. */
  isOld(frame: LiveFrame, now: number): boolean {
    if (typeof frame.seq !== 'number' || now > this.until) return false;
    const moment = momentOf(frame);
    const isNew = moment !== null && now + this.skew - moment <= NEWS_MS;
    this.until = isNew ? 0 : now + PAUSE_MS;
    return !isNew;
  }
}

/** Frames that are about something which was made in the same moment. */
const MADE: Readonly<Record<string, string>> = {
  new_message: 'message',
  private_message: 'message',
  group_message: 'message',
  super_island_notification: 'notification',
};

/** When it happened, where a frame tells: those of a poll bear `ts`. */
function momentOf(frame: LiveFrame): number | null {
  if (typeof frame.ts === 'number') return frame.ts;
  const made = frame[MADE[frame.type] ?? ''];
  const { created_at: at } = (typeof made === 'object' && made !== null ? made : frame) as LiveFrame;
  const moment = typeof at === 'string' ? Date.parse(at) : NaN;
  return Number.isNaN(moment) ? null : moment;
}
