// What a connection leaves behind when something on the page fails.
import { afterEach, expect, it, vi } from 'vitest';
import { stayConnected } from './connection';
import { boardOf } from './testing';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const line = (): string => `data: ${JSON.stringify({ type: 'board', board: boardOf(), server_time: Date.now() })}\n\n`;
const nothing = (): void => undefined;

/** Connects to a server that sends a board with each stream, on a page that cannot show it; the streams' signals. */
function connectFailing(): { signals: (AbortSignal | null | undefined)[]; stop: () => void } {
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    signals.push(init?.signal);
    return Promise.resolve(
      new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(line())) })),
    );
  });
  const onBoard = (): void => {
    throw new Error('a fault of the page');
  };
  const stop = stayConnected({ onCode: nothing, onBoard, onHeard: nothing, onLost: nothing, onUnpaired: nothing });
  return { signals, stop };
}

it('leaves no stream open when what is done with a line fails', async () => {
  vi.useFakeTimers();
  const { signals, stop } = connectFailing();
  await vi.advanceTimersByTimeAsync(0);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(signals).toHaveLength(2);
  stop();
});

it('waits longer each time when that fails with each stream', async () => {
  vi.useFakeTimers();
  const { signals, stop } = connectFailing();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(signals.length).toBeLessThan(20);
  stop();
});
