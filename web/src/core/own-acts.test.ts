// Whoever changes an app is told once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asOwnAct, isOwnAct } from './own-acts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
  await expect(asOwnAct('poll', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(isOwnAct('poll')).toBe(false);
});
