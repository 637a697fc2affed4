// Whoever changes an app is told once, and reads it anew once: by itself, and not again by the frame that tells of it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MarketAppFrame } from './own-acts';
import type { Frame } from './live';
import { asOwnAct, isOwnAct, claimOwnFrame } from './own-acts';

const frame = (appName: string, type: MarketAppFrame = 'market_app_changed'): Frame<MarketAppFrame> =>
  ({ type, appName }) as Frame<MarketAppFrame>;
const done = async (): Promise<string> => 'done';
const refused = (): Promise<never> => Promise.reject(new Error('refused'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  // What was done is forgotten by then.
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
});

it('knows a change of its own from the request on, and for a while after the answer', async () => {
  expect(isOwnAct('chess')).toBe(false);
  let answer: (text: string) => void = () => undefined;
  const waiting = asOwnAct('chess', () => new Promise<string>((resolve) => (answer = resolve)));
  vi.advanceTimersByTime(60_000);
  expect([isOwnAct('chess'), isOwnAct('poll')]).toEqual([true, false]);
  answer('done');
  expect(await waiting).toBe('done');
  vi.advanceTimersByTime(9_000);
  expect(isOwnAct('chess')).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(isOwnAct('chess')).toBe(false);
});

it('takes a request that has failed for no change', async () => {
  await expect(asOwnAct('chess', refused, ['market_app_changed'])).rejects.toThrow('refused');
  expect([isOwnAct('chess'), claimOwnFrame(frame('chess'))]).toEqual([false, false]);
});

it('still knows a later act on the same app when an earlier one fails', async () => {
  let fail: (cause: Error) => void = () => undefined;
  const earlier = asOwnAct('chess', () => new Promise((_, reject) => (fail = reject)));
  await asOwnAct('chess', done);
  fail(new Error('refused'));
  await expect(earlier).rejects.toThrow('refused');
  expect(isOwnAct('chess')).toBe(true);
});

describe('a frame of an act', () => {
  it('is known to whoever asks, also while the request is under way, and a second one is not', async () => {
    const [first, second] = [frame('chess'), frame('chess')];
    const heard = await asOwnAct('chess', async () => claimOwnFrame(first), ['market_app_changed']);
    expect([heard, claimOwnFrame(first), claimOwnFrame(second)]).toEqual([true, true, false]);
  });

  it('is none of another app, of another type, or of an act that was long ago', async () => {
    await asOwnAct('chess', done, ['market_app_changed']);
    expect(claimOwnFrame(frame('poll'))).toBe(false);
    expect(claimOwnFrame(frame('chess', 'market_config_changed'))).toBe(false);
    vi.advanceTimersByTime(11_000);
    expect(claimOwnFrame(frame('chess'))).toBe(false);
  });

  it('has the lists read anew where the act named none: it is told once all the same', async () => {
    await asOwnAct('chess', done);
    expect([isOwnAct('chess'), claimOwnFrame(frame('chess'))]).toEqual([true, false]);
  });
});
