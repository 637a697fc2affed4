// What the look at a file says of an event that repeats.
import { beforeEach, expect, it } from 'vitest';
import { setLanguage } from '@/core/i18n';
import { timesWords } from './times-words';

const event = { rule: 'FREQ=WEEKLY;COUNT=4', starts: '2026-12-01T18:30', exdates: [] as string[] };

beforeEach(() => setLanguage('zh'));

it('says how many times of a rule are left out, each once', async () => {
  const left = { ...event, exdates: ['2026-12-08T18:30', '2026-12-08T18:30'] };
  expect(timesWords(left)).toBe('每周二，共 4 次，除去 1 次');
  await setLanguage('en');
  expect(timesWords(left)).toContain(', without 1');
});

it('says no more than the rule where nothing is left out', () => {
  expect(timesWords(event)).toBe('每周二，共 4 次');
});
