// The grid of a month, and where the bars of its weeks lie. Pure.
import { inOrder, type Item } from '../model';
import { addDays, datesFrom, daysBetween, mondayOf } from '@/core/dates';
import { addMonths } from '../dates';

/** The Monday with which the grid of the month of a date begins. */
export const gridStart = (date: string): string => mondayOf(`${date.slice(0, 8)}01`);

/** The weeks of the month of a date, each with seven dates from Monday on: four to six of them. */
export function weeksOf(date: string): string[][] {
  const first = gridStart(date);
  const last = addDays(`${addMonths(date, 1).slice(0, 8)}01`, -1);
  const count = Math.floor(daysBetween(first, last) / 7) + 1;
  return Array.from({ length: count }, (_, week) => datesFrom(addDays(first, week * 7), 7));
}

/** An item in a week: the column of its first day from 0, how many columns it takes, and its line from 0. */
export interface Bar {
  item: Item;
  column: number;
  span: number;
  lane: number;
  /** It began in an earlier week, or goes on in the next one. */
  before: boolean;
  after: boolean;
}

const isLong = ({ firstDay, lastDay }: Item): number => Number(firstDay !== lastDay);

/** The bars of a week, without any over each other: those that begin first and last longest lie on top. */
export function barsOf(items: readonly Item[], week: readonly string[]): Bar[] {
  const [first = '', last = first] = [week[0], week[week.length - 1]];
  /** Of each line the columns that are taken. */
  const lanes: Set<number>[] = [];
  const there = items.filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first);
  const ordered = [...there].sort((one, other) => isLong(other) - isLong(one) || inOrder(one, other));
  return ordered.map((item) => {
    const column = Math.max(0, daysBetween(first, item.firstDay));
    const end = Math.min(week.length - 1, daysBetween(first, item.lastDay));
    const columns = Array.from({ length: end - column + 1 }, (_, index) => column + index);
    const free = lanes.findIndex((taken) => columns.every((at) => !taken.has(at)));
    const lane = free === -1 ? lanes.push(new Set()) - 1 : free;
    columns.forEach((at) => lanes[lane]?.add(at));
    return { item, column, span: columns.length, lane, before: item.firstDay < first, after: item.lastDay > last };
  });
}

/** How many items of a day have no line among so many. */
export const hiddenOn = (bars: readonly Bar[], column: number, lanes: number): number =>
  bars.filter((bar) => bar.lane >= lanes && bar.column <= column && column < bar.column + bar.span).length;
