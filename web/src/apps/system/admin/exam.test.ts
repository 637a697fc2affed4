// The form of an exam mode: what is refused before it is sent, and what is sent.
import { describe, expect, it } from 'vitest';
import type { ExamMode } from '../types';
import { draftOf, examOf, minutesOf, readDraft, timeLeft, type ExamDraft } from './exam';

const NOW = new Date(2026, 10, 20, 9, 0, 20).getTime();
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();
const draft = (more: Partial<ExamDraft> = {}): ExamDraft => ({ ...draftOf(null), ...more });
const read = (more: Partial<ExamDraft>, begun?: number) => readDraft(draft(more), NOW, begun);

describe('the form of an exam mode', () => {
  it('begins now and lasts as long as it says', () => {
    const lasts = (length: ExamDraft['length'], more: Partial<ExamDraft> = {}): number => {
      const { exam } = read({ length, ...more });
      return exam ? (exam.until - exam.from) / 60_000 : 0;
    };
    expect(read({}).exam?.from).toBe(NOW);
    expect([lasts('m45'), lasts('m90'), lasts('m120'), lasts('custom', { minutes: '25' })]).toEqual([45, 90, 120, 25]);
  });

  it('is planned for a time, with a length or an end', () => {
    const later = { begins: 'later', from: '2026-11-21T08:00' } as const;
    expect(read({ ...later, length: 'm90' }).exam).toEqual({ from: at(21, 8), until: at(21, 9, 30) });
    expect(read({ ...later, length: 'custom', by: 'until', until: '2026-11-21 12:00' }).exam?.until).toBe(at(21, 12));
  });

  it('has another length by its minutes, an hour unless told', () => {
    expect(read({ length: 'custom' }).exam?.until).toBe(NOW + 60 * 60_000);
    expect(read({ length: 'custom', minutes: ' 25 ' }).exam?.until).toBe(NOW + 25 * 60_000);
    expect(minutesOf({ from: NOW, until: at(20, 9, 26) })).toBe('26');
    for (const minutes of ['', '0', '1.5', '-3', 'x'])
      expect(read({ length: 'custom', minutes }).fault).toBe('minutes');
    expect(read({ length: 'custom', minutes: '20161' }).fault).toBe('long');
  });

  it('says what is wrong', () => {
    const later = (from: string): Partial<ExamDraft> => ({ begins: 'later', from });
    const until = (end: string): Partial<ExamDraft> => ({ length: 'custom', by: 'until', until: end });
    expect(read(later('')).fault).toBe('from');
    expect(read(later('2026-11-20T08:00')).fault).toBe('from');
    expect(read(later('2027-02-20T08:00')).fault).toBe('from');
    expect(read(until('')).fault).toBe('until');
    expect(read(until('2026-11-20T08:00')).fault).toBe('order');
    expect(read(until('2026-11-20T08:30'), at(20, 8)).fault).toBe('past');
    expect(read(until('2026-12-05T08:00')).fault).toBe('long');
  });

  it('is filled from the exam that is changed, and keeps a beginning that is over', () => {
    const exam = { from: at(20, 8, 30), until: at(20, 10) };
    const filled = draftOf(exam);
    expect(readDraft(filled, at(20, 7)).exam).toEqual(exam);
    expect(readDraft(filled, NOW).fault).toBe('from');
    expect(readDraft(filled, NOW, exam.from + 20).exam).toEqual({ from: exam.from + 20, until: exam.until });
  });
});

it('takes an exam that is over for none', () => {
  const answer = { from: new Date(at(20, 8)).toISOString(), until: new Date(at(20, 9)).toISOString() } as ExamMode;
  expect(examOf(answer, at(20, 8))).toEqual({ from: at(20, 8), until: at(20, 9) });
  expect(examOf(answer, at(20, 9))).toBeNull();
  expect(examOf({ from: null, until: null } as ExamMode, NOW)).toBeNull();
});

it('says how long an exam still lasts', () => {
  const said = (minutes: number) => timeLeft(minutes * 60_000 - 20_000);
  expect(said(45)).toMatchObject({ key: 'exam.minutes', n: 45 });
  expect(said(125)).toMatchObject({ key: 'exam.hours', n: 2, minutes: 5 });
  expect(said(3 * 24 * 60)).toMatchObject({ key: 'exam.days', n: 3 });
});
