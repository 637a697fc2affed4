// What is written beside or below the number of a day, as far as it can be read whole there. Pure.
import type { Language } from '@/core/i18n';
import { lunarDay, specialWord } from '../dates';
import type { DayFacts } from '../types';

/** Font sizes of the words and of the number, and the blanks around them, in rem. */
const WORD_REM = 0.75;
const NUMBER_REM = 0.9375;
const NUMBER_LEAST_REM = 1.625;
const PADDING_REM = 0.5;
const GAP_REM = 0.25;

/** How wide letters are about, in em: Chinese ones, narrow ones, wide ones, others. */
function emOf(letter: string): number {
  if (letter >= '\u2e80') return 1;
  if (/[ ijlrtfI'’.,-]/.test(letter)) return 0.4;
  return /[mwMW]/.test(letter) ? 0.9 : 0.64;
}

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + emOf(letter), 0);

/** How many lines of so many em a text takes; Infinity where one of its words is longer than a line. */
export function linesOf(text: string, room: number): number {
  let [lines, taken] = [1, 0];
  // Between Chinese letters a line may end anywhere, else at blanks and after hyphens.
  for (const word of text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff-]*-|[^\s\u2e80-\uffff-]+|\s/g) ?? []) {
    const width = widthOf(word);
    if (width > room && word.trim()) return Infinity;
    if (taken + width <= room) taken += width;
    else if (word.trim()) [lines, taken] = [lines + 1, width];
  }
  return lines;
}

export interface Cell {
  /** In rem. */
  width: number;
  narrow: boolean;
  number: string;
  /** What stands above the number, as small as the words; empty but on the first day of a month. */
  month: string;
  /** What else stands in the line, such as 休. */
  marks: readonly string[];
}

/** How many em a cell has for words: below the number on a phone, else beside it and its marks. */
export function roomIn({ width, narrow, number, month, marks }: Cell): number {
  if (narrow) return width / WORD_REM;
  const ofNumber = Math.max(widthOf(month) * WORD_REM, widthOf(number) * NUMBER_REM + PADDING_REM);
  const ofMarks = marks.reduce((sum, mark) => sum + widthOf(mark) * WORD_REM + PADDING_REM + GAP_REM / 2, 0);
  return (width - PADDING_REM - Math.max(NUMBER_LEAST_REM, ofNumber) - GAP_REM - ofMarks) / WORD_REM;
}

/** What the day is known for where it is read whole, else the lunar day, else nothing. */
export function cellWord(
  { facts, before, lang }: { facts: DayFacts; before?: DayFacts; lang: Language },
  cell: Cell,
): { text: string; special: boolean } {
  const [room, most] = [roomIn(cell), cell.narrow ? 1 : 2];
  const special = specialWord(facts, lang, before);
  if (special && linesOf(special, room) <= most) return { text: special, special: true };
  const usual = lunarDay(facts, lang);
  return { text: linesOf(usual, room) <= 1 ? usual : '', special: false };
}
