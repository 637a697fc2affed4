// Times in the words of a board.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSchoolClock } from '@/core/time';
import { schoolClockOf } from '@/core/zone/school-clock-of';
import { momentText } from './times';

beforeEach(() => setSchoolClock(schoolClockOf('Asia/Shanghai')));
afterEach(() => setSchoolClock((moment) => moment));

it('says of what day a moment is unless it is of today', () => {
  const now = Date.parse('2026-11-29T00:10:00+08:00');
  expect(momentText(Date.parse('2026-11-29T00:05:00+08:00'), now, 'zh')).toBe('00:05');
  expect(momentText(Date.parse('2026-11-28T23:26:00+08:00'), now, 'zh')).toBe('11月28日 23:26');
  expect(momentText(Date.parse('2026-11-28T23:26:00+08:00'), now, 'en')).toBe('28 Nov 23:26');
});
