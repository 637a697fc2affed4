// Keeps a panel connected for weeks: reads the stream, opens it again when it breaks, and asks for a new code when the
// server does not know the panel. One request or one wait at a time, so nothing adds up.
import { ApiFailure, asFailure } from '@/api/failure';
import { askForCode, readStream } from '@/api/panel';
import { EventParser } from '@/core/server-events';
import { hearServerTime } from './server-clock';
import type { Board, PairingCode, StreamLine } from './types';
import { pause, untilVisible } from './waits';

/** The server says something every 20 s. */
export const SILENCE_MS = 45_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

interface Hooks {
  /** A code waits for somebody who enters it. */
  onCode: (code: PairingCode) => void;
  onBoard: (board: Board) => void;
  /** Any line came: what is shown is what the server has. */
  onHeard: () => void;
  /** No stream is open any more. */
  onLost: () => void;
  /** The server does not know this panel. */
  onUnpaired: () => void;
}

/** How it stands with the server. */
interface Standing {
  failures: number;
  needsCode: boolean;
  /** The server gave a code or said that none is needed, and no line has come since: without cookies none ever does. */
  isCodeUntried: boolean;
}

/** Connects, and stays so; answers what ends it. */
export function stayConnected(hooks: Hooks): () => void {
  const stop = new AbortController();
  void run(hooks, stop.signal);
  return () => stop.abort();
}

async function run(hooks: Hooks, stop: AbortSignal): Promise<void> {
  const standing: Standing = { failures: 0, needsCode: false, isCodeUntried: false };
  while (!stop.aborted) {
    const failure = await turn(standing, hooks, stop);
    if (stop.aborted) return;
    hooks.onLost();
    if (failure) await pause(pauseAfter(standing, failure), stop);
  }
}

/** Reads the stream once, with a new code before it where one is needed; answers after what failure to wait. */
async function turn(standing: Standing, hooks: Hooks, stop: AbortSignal): Promise<ApiFailure | null> {
  try {
    if (standing.needsCode) await pair(standing, hooks, stop);
    if (!stop.aborted) await listen(standing, hooks, stop);
  } catch (cause) {
    const failure = asFailure(cause);
    if (failure.status !== 401 || standing.needsCode) return failure;
    standing.needsCode = true;
    return standing.isCodeUntried ? failure : null;
  }
  // A server that ends the stream at once must not be asked without a pause.
  return standing.needsCode ? null : new ApiFailure(0, '');
}

/** How long to wait before the next try: longer each time, and not the same for all panels of a school. */
function pauseAfter(standing: Standing, { retryAfter }: ApiFailure): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** standing.failures);
  standing.failures += 1;
  return Math.max((retryAfter ?? 0) * 1000, longest * (0.5 + Math.random() / 2));
}

async function pair(standing: Standing, hooks: Hooks, stop: AbortSignal): Promise<void> {
  hooks.onUnpaired();
  // Codes are for somebody who looks at the screen.
  await untilVisible(stop);
  if (stop.aborted) return;
  const code = await newCode();
  standing.needsCode = false;
  standing.isCodeUntried = true;
  if (!code) return;
  hearServerTime(code.server_time);
  if (!stop.aborted) hooks.onCode(code);
}

/** A new code; null where this browser is a panel already, because a code that another tab showed was confirmed. */
async function newCode(): Promise<PairingCode | null> {
  const screen = { width: window.innerWidth, height: window.innerHeight, pixel_ratio: window.devicePixelRatio };
  try {
    return await askForCode(screen);
  } catch (cause) {
    if (asFailure(cause).slug === 'panel_paired') return null;
    throw cause;
  }
}

/** Reads the stream until it ends, or has been silent for too long. */
async function listen(standing: Standing, hooks: Hooks, stop: AbortSignal): Promise<void> {
  const abort = new AbortController();
  const end = (): void => abort.abort();
  let watchdog = window.setTimeout(end, SILENCE_MS);
  const parser = new EventParser();
  const read = (piece: Uint8Array): void => {
    for (const { data } of parser.push(piece)) {
      window.clearTimeout(watchdog);
      watchdog = window.setTimeout(end, SILENCE_MS);
      const line = parsed(data);
      if (isLine(line) && !stop.aborted) hear(line, standing, hooks);
      if (standing.needsCode) end();
    }
  };
  stop.addEventListener('abort', end);
  try {
    await readStream(abort.signal, read);
  } catch (cause) {
    // What ends the stream after it has said so is no failure.
    if (!standing.needsCode) throw cause;
  } finally {
    window.clearTimeout(watchdog);
    stop.removeEventListener('abort', end);
    // A hook that throws would leave the stream open beside the next one.
    end();
  }
}

function hear(line: StreamLine, standing: Standing, hooks: Hooks): void {
  if ('server_time' in line) hearServerTime(line.server_time);
  if (line.type === 'removed') {
    standing.needsCode = true;
    return;
  }
  standing.isCodeUntried = false;
  if (line.type === 'waiting') hooks.onCode(line);
  if (line.type === 'board') hooks.onBoard(line.board);
  hooks.onHeard();
  // Last: a page that fails at each line must not open streams without end.
  standing.failures = 0;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}

const isLine = (value: unknown): value is StreamLine =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
