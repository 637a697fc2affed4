// The rules of the connection that need neither a clock nor a network; pure.

/** The contract's first wait after a lost socket. */
const FIRST_WAIT_MS = 3_000;
const LAST_WAIT_MS = 30_000;
/** So many sockets in a row that never came to life mean that something between refuses them. */
const SOCKET_TRIES = 2;
const SEEN_KEPT = 1000;

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
