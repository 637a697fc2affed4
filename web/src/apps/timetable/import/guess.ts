// Which lines of a sheet look like days and periods. The server guesses once, when it reads the file; this is for the
// other sheets of the file, and for a sheet that is turned.
import { typedTime } from '../bells';
import type { MappedDay, MappedPeriod } from './types';

const CHINESE = /^(?:周|星期|礼拜)\s*([一二三四五六日天1-7])/;
const CHINESE_DAYS = '一二三四五六日';
const ENGLISH = /^(mon|tue|wed|thu|fri|sat|sun)/i;
const ENGLISH_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const TIMES = /(\d{1,2}[:：]\d\d)(?:[:：]\d\d)?\s*[-–—~～至到]+\s*(\d{1,2}[:：]\d\d)/;
/** What stands in a row between lessons. */
const NO_LESSON = /^(?:上午|下午|晚上|午休|午餐|午饭|课间|大课间|眼保健操|lunch|break|morning|afternoon|evening)$/i;

/** The weekday that a heading names, 1 to 7; null for another word. */
export function weekdayIn(text: string): number | null {
  const word = text.trim();
  const chinese = CHINESE.exec(word)?.[1];
  if (chinese) return chinese === '天' ? 7 : CHINESE_DAYS.indexOf(chinese) + 1 || Number(chinese);
  const english = ENGLISH.exec(word)?.[1];
  return english ? ENGLISH_DAYS.indexOf(english.toLowerCase()) + 1 : null;
}

/** The row that names the most weekdays, and its days; `header` is -1 where no row names any. */
export function guessDays(cells: readonly string[][]): { header: number; days: MappedDay[] } {
  let header = -1;
  let days: MappedDay[] = [];
  cells.forEach((row, at) => {
    const found = row.flatMap((text, index) => {
      const day = weekdayIn(text);
      return day ? [{ index, day, weeks: weeksOf(text) }] : [];
    });
    if (found.length > days.length) [header, days] = [at, found];
  });
  return { header, days };
}

/** The rows below the header that have something on a day, with the times that stand before the first day. */
export function guessPeriods(cells: readonly string[][], header: number, days: readonly MappedDay[]): MappedPeriod[] {
  const first = Math.min(...days.map(({ index }) => index));
  return cells.flatMap((row, index) => {
    const texts = days.map((day) => (row[day.index] ?? '').trim()).filter(Boolean);
    if (index <= header || texts.every((text) => NO_LESSON.test(text))) return [];
    return [{ index, ...timesIn(row.slice(0, first).join('\n')) }];
  });
}

function timesIn(text: string): { start: string | null; end: string | null } {
  const match = TIMES.exec(text);
  return { start: typedTime(match?.[1] ?? '') ?? null, end: typedTime(match?.[2] ?? '') ?? null };
}

function weeksOf(text: string): MappedDay['weeks'] {
  if (/单周|[（(]单[)）]|odd/i.test(text)) return 'odd';
  return /双周|[（(]双[)）]|even/i.test(text) ? 'even' : 'all';
}
