// What this page changes is read anew once: by itself, and not again by the frame that tells of it.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Frame } from '../live';
import { expectFrames, expectNoFrames, isExpected } from './own-refresh';

type Changed = Frame<'market_app_changed'>;
const frame = (appName: string): Changed => ({ type: 'market_app_changed', appName }) as Changed;

beforeEach(() => {
  vi.useRealTimers();
  ['chess', 'poll'].forEach(expectNoFrames);
});

it('knows the frame of an act, whoever asks, and no second one', () => {
  expectFrames('chess', ['market_app_changed']);
  const first = frame('chess');
  expect([isExpected(first), isExpected(first)]).toEqual([true, true]);
  expect(isExpected(frame('chess'))).toBe(false);
});

it('knows neither those of other apps and types, nor those of an act that has failed or was long ago', () => {
  vi.useFakeTimers();
  expectFrames('chess', ['market_app_changed']);
  expect(isExpected(frame('poll'))).toBe(false);
  expect(isExpected({ ...frame('chess'), type: 'market_config_changed' } as never)).toBe(false);
  vi.advanceTimersByTime(11_000);
  expect(isExpected(frame('chess'))).toBe(false);
  expectFrames('chess', ['market_app_changed']);
  expectNoFrames('chess');
  expect(isExpected(frame('chess'))).toBe(false);
});
