// The run of names before a draw is shown: short, ever slower, and none where things should not move.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope } from 'vue';
import { setMotion } from '@/core/motion';
import { reelSteps, useReel } from './reel';

const NAMES = ['李雷', '韩梅梅', '王小明'];

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  setMotion('auto');
});

it('ends within a second and a half, and no name is shorter than a frame', () => {
  const steps = reelSteps();
  const gaps = steps.map((at, i) => at - (steps[i - 1] ?? 0));
  expect(steps[steps.length - 1]).toBeLessThanOrEqual(1500);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000 / 60);
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
});

it('shows names until it ends, once', () => {
  const scope = effectScope();
  const reel = scope.run(useReel);
  const end = vi.fn<() => void>();
  reel?.run(NAMES, end);
  expect(reel?.passing.value).toBe('李雷');
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1500);
  expect(end).toHaveBeenCalledTimes(1);
  expect(reel?.passing.value).toBeUndefined();
  scope.stop();
});

it('is left out where things should not move', () => {
  setMotion('reduce');
  const reel = effectScope().run(useReel);
  const end = vi.fn<() => void>();
  reel?.run(NAMES, end);
  expect(end).toHaveBeenCalledTimes(1);
  expect(reel?.passing.value).toBeUndefined();
});
