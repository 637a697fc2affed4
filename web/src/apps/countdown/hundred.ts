// The calendar of the hundred days: rows of ten, and how strongly each day is coloured. Pure.
import type { CountdownDay, CountdownDays } from './types';

const PER_ROW = 10;

/** One day of the calendar. */
export interface Cell {
  date: string;
  /** 0 for nobody to 4 for more than three quarters; null for a day to come. */
  level: number | null;
  checkedIn: number | null;
  of: number | null;
  own: boolean;
  isToday: boolean;
}

/** Ten days, with how many are left from the first of them on. */
export interface Row {
  left: number;
  cells: Cell[];
}

/** How strongly a share of a class colours a day. Whoever checked in sees it. */
export function levelOf(checkedIn: number, of: number): number {
  if (checkedIn <= 0 || of <= 0) return 0;
  return Math.min(4, Math.ceil((checkedIn / of) * 4));
}

function cellOf(day: CountdownDay, today: string): Cell {
  const { date, checked_in: checkedIn, of } = day;
  const own = day.own === true;
  let level: number | null = null;
  if (checkedIn !== null && of !== null) level = levelOf(checkedIn, of);
  // Without a class one's own check-in is all there is.
  else if (day.own !== null) level = own ? 4 : 0;
  return { date, level, checkedIn, of, own, isToday: date === today };
}

/** The days in rows of ten. */
export function rowsOf(days: readonly CountdownDay[], today: string): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < days.length; i += PER_ROW) {
    const cells = days.slice(i, i + PER_ROW).map((day) => cellOf(day, today));
    rows.push({ left: days.length - i, cells });
  }
  return rows;
}

/** How many days the member checked in on. */
export const ownTotal = ({ days }: CountdownDays): number => days.filter((day) => day.own).length;

/** Today among the days; undefined before the first and after the last. */
export const todayOf = ({ days }: CountdownDays, today: string): CountdownDay | undefined =>
  days.find(({ date }) => date === today);
