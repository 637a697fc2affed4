// A row or a column of a sheet, and what spreadsheets call it.
import { t } from './i18n';

export interface Heading {
  axis: 'row' | 'column';
  /** Counted from 0. */
  index: number;
}

/** 3, or B. */
export const nameOf = ({ axis, index }: Heading): string => (axis === 'row' ? String(index + 1) : letterOf(index));

/** 第 3 行, or B 列. */
export const placeOf = (heading: Heading): string => t(`grid.${heading.axis}`, { name: nameOf(heading) });

/** A, B … Z, AA. */
function letterOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last;
}
