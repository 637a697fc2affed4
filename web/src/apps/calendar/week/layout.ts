// Where events stand in the hours of a day: side by side where they overlap. Pure.
import type { Item } from '../model';

const DAY_MIN = 24 * 60;
/** A shorter event is drawn as long as this, so that its title can be read and a finger meets it. */
const LEAST_MIN = 45;

export interface Block {
  item: Item;
  /** Minutes from midnight on that day. */
  begins: number;
  ends: number;
  /** Where it is drawn, in such minutes. */
  from: number;
  until: number;
  /** Its column from 0, and how many there are beside each other. */
  column: number;
  columns: number;
}

/** Minutes from midnight of `HH:MM`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** `HH:MM` of minutes from midnight. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The first hour in sight where nothing else is asked for, with its number. */
const MORNING_MIN = 6.8 * 60;

/** The minute of the day at the top of so many in sight: the present one stands in their upper third. */
export function firstInSight(present: number | undefined, inSight: number): number {
  const first = present === undefined ? MORNING_MIN : present - inSight / 4;
  return Math.max(0, Math.min(DAY_MIN - inSight, first));
}

/** Whether an item stands in the row of whole days: also what takes longer than a day. */
export const isWhole = ({ allDay, firstDay, lastDay, start, end }: Item): boolean =>
  allDay || (firstDay !== lastDay && (daysApart(firstDay, lastDay) > 1 || end >= start));

const daysApart = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Whether two overlap in time. What is only drawn longer does not, unless the later one would hide the earlier one. */
const isBeside = (earlier: Block, later: Block): boolean => earlier.ends > later.begins || earlier.from === later.from;

/** The blocks of a day. Those that overlap, also by others, share the width. */
export function blocksOf(items: readonly Item[], date: string): Block[] {
  const blocks = items
    .filter((item) => !isWhole(item) && item.firstDay <= date && date <= item.lastDay)
    // What ends at midnight has nothing of the day that begins then.
    .filter((item) => item.firstDay === date || item.lastDay > date || minutesOf(item.end) > 0)
    .map((item): Block => {
      const begins = item.firstDay === date ? minutesOf(item.start) : 0;
      const ends = item.lastDay === date ? minutesOf(item.end) : DAY_MIN;
      const until = Math.min(DAY_MIN, Math.max(ends, begins + LEAST_MIN));
      return { item, begins, ends, from: Math.min(begins, until - LEAST_MIN), until, column: 0, columns: 1 };
    })
    .sort((one, other) => one.begins - other.begins || other.ends - one.ends);
  let group: Block[] = [];
  const close = (): void => {
    const columns = Math.max(1, ...group.map(({ column }) => column + 1));
    group.forEach((block) => (block.columns = columns));
    group = [];
  };
  for (const block of blocks) {
    const beside = group.filter((earlier) => isBeside(earlier, block));
    if (beside.length === 0) close();
    while (beside.some(({ column }) => column === block.column)) block.column += 1;
    group.push(block);
  }
  close();
  return blocks;
}
