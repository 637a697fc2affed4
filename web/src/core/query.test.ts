import { describe, expect, it } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { isRetried } from './query';

const limited = (retryAfter: number | null) => new ApiFailure(429, '', { retryAfter });

describe('a request is sent again', () => {
  it('while the limit says when, for a whole desktop may wait for it at once', () => {
    expect(isRetried(9, limited(1))).toBe(true);
    expect(isRetried(9, limited(null))).toBe(true);
    expect(isRetried(10, limited(1))).toBe(false);
  });

  it('not when the wait is so long that it must be shown', () => {
    expect(isRetried(0, limited(61))).toBe(false);
  });

  it.each([0, 500, 503])('twice after %i', (status) => {
    expect([0, 1, 2].map((count) => isRetried(count, new ApiFailure(status, '')))).toEqual([true, true, false]);
  });

  it.each([400, 401, 403, 404, 409])('never after %i', (status) => {
    expect(isRetried(0, new ApiFailure(status, ''))).toBe(false);
  });
});
