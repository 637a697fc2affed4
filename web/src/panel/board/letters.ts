// The largest letters in which a text fits on a screen. Pure; sizes are hundredths of the height.
import { widthOf } from '@/core/board/pieces';

const SIZES = [17, 14.5, 12, 10, 8.5, 7.2, 6.2, 5.4, 4.7, 4.1] as const;
/** A line is so many times as high as its letters. */
export const LINE_HEIGHT = 1.35;
/** A line ends before the margin where the next word does not fit. */
const FILLED = 0.9;

/** Latin words of so many letters stay in one line; what is longer is an address or the like. */
const WORD = 16;
/** Bold Latin letters are wider than others. */
const BOLD = 1.2;

/** The size of the letters for a text in a room. */
export function lettersFor(text: string, room: { width: number; height: number }): number {
  const words = text.split(/[^!-~]+/).filter(({ length }) => length <= WORD);
  const widest = BOLD * Math.max(...words.map(widthOf));
  const fits = (size: number): boolean => {
    const inLine = Math.max(1, Math.floor((room.width / size) * FILLED));
    const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / inLine)), 0);
    return widest * size <= room.width && lines * size * LINE_HEIGHT <= room.height;
  };
  return SIZES.find(fits) ?? SIZES[SIZES.length - 1] ?? 4;
}
