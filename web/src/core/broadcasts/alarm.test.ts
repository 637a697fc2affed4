// The sound of an urgent broadcast, where the browser allows it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { alarm } from './alarm';

let started: number;
let closed: number;
let vibrated: number;
/** Lets the audio begin; the browser takes its time, or waits for a gesture. */
let begin: () => void;

class FakeAudio {
  currentTime = 0;
  destination = {};
  resume = (): Promise<void> => new Promise((done) => (begin = done));
  close = (): Promise<void> => Promise.resolve(void closed++);
  createGain = () => ({ gain: { value: 0 }, connect: () => undefined });
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => undefined,
    start: () => void started++,
    stop: () => undefined,
    addEventListener: () => undefined,
  });
}

const gesture = (hasBeenActive: boolean): void =>
  void Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });

beforeEach(() => {
  vi.useFakeTimers();
  [started, closed, vibrated] = [0, 0, 0];
  vi.stubGlobal('AudioContext', FakeAudio);
  Object.defineProperty(navigator, 'vibrate', { value: () => vibrated++, configurable: true });
  gesture(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('rings when the audio of a slow device begins a moment later', async () => {
  alarm();
  expect([started, vibrated]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1500);
  begin();
  await vi.advanceTimersByTimeAsync(0);
  expect([started, closed]).toEqual([6, 0]);
});

it('does not ring long after the broadcast, when a gesture lets the audio begin at last', async () => {
  alarm();
  await vi.advanceTimersByTimeAsync(60_000);
  begin();
  await vi.advanceTimersByTimeAsync(0);
  expect([started, closed]).toEqual([0, 1]);
});

it('is silent on a page that nobody has touched', () => {
  gesture(false);
  alarm();
  expect([started, vibrated]).toEqual([0, 0]);
});
