// How forms send, and what they do while a rate limit lasts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { ApiFailure } from '@/api/failure';
import { serverOffline } from './connection';
import { useSubmit, type Submit, type SubmitOptions } from './submit';

let scope: EffectScope;
const limited = (): Promise<void> => Promise.reject(new ApiFailure(429, '', { retryAfter: 9 }));
const form = (options?: SubmitOptions): Submit => scope.run(() => useSubmit(options)) as Submit;

beforeEach(() => {
  vi.useFakeTimers();
  scope = effectScope();
});
afterEach(() => {
  scope.stop();
  serverOffline.value = false;
  vi.useRealTimers();
});

it('holds the button until the wait of a rate limit is over', async () => {
  const { run, blocked, text } = form();
  await run(limited);
  expect(blocked.value).toBe(true);
  expect(text.value).toContain('9');
  const again = vi.fn(() => Promise.resolve());
  expect(await run(again)).toBe(false);
  await vi.advanceTimersByTimeAsync(9500);
  expect([blocked.value, text.value]).toEqual([false, '']);
  expect(await run(again)).toBe(true);
});

it('lets another try through where the server may, and counts down in the words of the form', async () => {
  const { run, blocked, text } = form({ canRetryEarly: () => true, limitText: (n) => `wait ${n}` });
  await run(limited);
  expect([blocked.value, text.value]).toEqual([false, 'wait 9']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(text.value).toBe('wait 7');
  expect(await run(() => Promise.resolve())).toBe(true);
  expect(text.value).toBe('');
  await vi.advanceTimersByTimeAsync(9000);
  expect(text.value).toBe('');
});

it('forgets the wait when something else is about to be sent', async () => {
  const { run, clear, reset, text, wait } = form({ canRetryEarly: () => true });
  await run(limited);
  clear();
  expect(text.value).not.toBe('');
  reset();
  expect([text.value, wait.value]).toEqual(['', 0]);
});

it('forgets that the server was not reached a moment after it is back, and no other failure', async () => {
  const fail = (status: number) => (): Promise<void> => Promise.reject(new ApiFailure(status, 'no'));
  const [away, refused] = [form(), form()];
  await away.run(fail(0));
  await refused.run(fail(409));
  serverOffline.value = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(away.text.value).not.toBe('');
  serverOffline.value = false;
  await vi.advanceTimersByTimeAsync(4000);
  expect(away.text.value).not.toBe('');
  await vi.advanceTimersByTimeAsync(1000);
  expect([away.text.value, refused.text.value === '']).toEqual(['', false]);
});

it('keeps what failed anew after the server was back', async () => {
  const { run, text } = form();
  const fail = (): Promise<void> => Promise.reject(new ApiFailure(0, ''));
  await run(fail);
  serverOffline.value = true;
  await vi.advanceTimersByTimeAsync(0);
  serverOffline.value = false;
  await vi.advanceTimersByTimeAsync(3000);
  await run(fail);
  await vi.advanceTimersByTimeAsync(3000);
  expect(text.value).not.toBe('');
});
