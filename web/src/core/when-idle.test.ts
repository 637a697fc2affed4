import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits for the browser to have nothing else to do, but not for good', () => {
  const asked = vi.fn();
  vi.stubGlobal('requestIdleCallback', asked);
  const work = vi.fn();
  whenIdle(work);
  expect(asked).toHaveBeenCalledWith(work, { timeout: expect.any(Number) });
  vi.runAllTimers();
  expect(work).not.toHaveBeenCalled();
});

it('waits for a while where the browser does not tell', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const work = vi.fn();
  whenIdle(work);
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});
