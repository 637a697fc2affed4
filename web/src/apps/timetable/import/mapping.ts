// Edits of how a sheet is read: which columns are days, which rows are periods, what the lines of a cell say.
import { periodsOf } from '../bells';
import { guessDays, guessPeriods } from './guess';
import type { CellLine, GridMapping, MappedDay, MappedPeriod, Sheet } from './types';

/** More than subject, teacher and room no cell says. */
const MOST_LINES = 4;
const USUAL_LINES: readonly CellLine[] = ['subject', 'teacher', 'room', 'skip'];
const DAYS_OF_WEEK = 7;

/** A bell schedule that repeats: when it begins and how long lessons and breaks are, in minutes. */
export interface Bell {
  /** `HH:MM` */
  first: string;
  lesson: number;
  pause: number;
}

/** How a sheet is read before anybody has said anything. */
export function mappingOf(sheet: Sheet, transposed: boolean): GridMapping {
  const cells = transposed ? flipped(sheet.cells) : sheet.cells;
  const { header, days } = guessDays(cells);
  const periods = guessPeriods(cells, header, days);
  const mapping = { sheet: sheet.name, transposed, days, periods, lines: [] };
  return { ...mapping, lines: linesFor(sheet.cells, mapping) };
}

/** The day of a column; without one the column is no day. */
export function withDay(mapping: GridMapping, index: number, day: Omit<MappedDay, 'index'> | null): GridMapping {
  const others = mapping.days.filter((one) => one.index !== index);
  return { ...mapping, days: ordered(day ? [...others, { index, ...day }] : others) };
}

/** Takes the columns from one on for the days that follow each other, as far as the week and the sheet go. */
export function withDaysFrom(mapping: GridMapping, index: number, day: number, width: number): GridMapping {
  const count = Math.min(DAYS_OF_WEEK - day + 1, width - index);
  const places = Array.from({ length: count }, (_, i) => ({ index: index + i, day: day + i, weeks: 'all' as const }));
  const others = mapping.days.filter((one) => one.index < index || one.index >= index + count);
  return { ...mapping, days: ordered([...others, ...places]) };
}

/** The times of a row; without them the row is no period. */
export function withPeriod(
  mapping: GridMapping,
  index: number,
  times: Omit<MappedPeriod, 'index'> | null,
): GridMapping {
  const others = mapping.periods.filter((one) => one.index !== index);
  return { ...mapping, periods: ordered(times ? [...others, { index, ...times }] : others) };
}

/** The period above that a row may belong to, as where the teachers stand in rows of their own. */
export function periodAbove(mapping: GridMapping, index: number): MappedPeriod | null {
  const above = mapping.periods[mapping.periods.findIndex((one) => one.index === index) - 1];
  return above?.index === index - 1 && above.start && above.end ? above : null;
}

/** Whether two rows are one lesson: rows that follow each other and have the same times. */
export function isOne(above: MappedPeriod | null | undefined, below: MappedPeriod): boolean {
  return above?.index === below.index - 1 && !!above.start && above.start === below.start && above.end === below.end;
}

/**
 * Gives the period of a row and those below it times that follow each other; rows of one lesson stay together. Nothing
 * changes where the first time is none, or the day has no room for them all.
 */
export function fillFrom(mapping: GridMapping, index: number, bell: Bell): GridMapping {
  const isThere = mapping.periods.some((one) => one.index === index);
  const { periods, ...others } = isThere ? mapping : withPeriod(mapping, index, { start: null, end: null });
  const rest = periods.filter((period) => period.index >= index);
  const groups = groupsOf(rest);
  const sessions = [{ start: bell.first, count: groups.length }];
  const times = periodsOf({ sessions, lesson: bell.lesson, pause: bell.pause, longAfter: 0, longPause: 0 });
  if (!times) return mapping;
  const filled = groups.flatMap((group, i) => group.map((period) => ({ ...period, ...times[i] })));
  return { ...others, periods: [...periods.filter((period) => period.index < index), ...filled] };
}

/** What a line of a cell says. A cell has one subject, so the line that had it takes what this one said. */
export function withLine(mapping: GridMapping, at: number, line: CellLine): GridMapping {
  const before = mapping.lines[at];
  const lines = mapping.lines.map((one, i) => {
    if (i === at) return line;
    return line === 'subject' && one === 'subject' && before ? before : one;
  });
  return { ...mapping, lines };
}

/** The same mapping with as many lines as the cells of its days and periods have. */
export function withLines(mapping: GridMapping, cells: readonly string[][]): GridMapping {
  return { ...mapping, lines: linesFor(cells, mapping) };
}

/** What is still missing before a mapping makes a timetable. */
export function missingOf(mapping: GridMapping): ('days' | 'periods' | 'times' | 'subject')[] {
  const missing: ReturnType<typeof missingOf> = [];
  if (mapping.days.length === 0) missing.push('days');
  if (mapping.periods.length === 0) missing.push('periods');
  if (mapping.periods.some(({ start, end }) => !start || !end)) missing.push('times');
  if (!mapping.lines.includes('subject')) missing.push('subject');
  return missing;
}

/** The cells where a day and a period meet, at their places; the others are empty. */
export function mappedCells(cells: readonly string[][], mapping: GridMapping): string[][] {
  const [days, periods] = [indexesOf(mapping.days), indexesOf(mapping.periods)];
  const [rows, columns] = mapping.transposed ? [days, periods] : [periods, days];
  return cells.map((line, row) => (rows.has(row) ? line.map((text, at) => (columns.has(at) ? text : '')) : []));
}

/** Rows and columns exchanged. */
export function flipped(cells: readonly string[][]): string[][] {
  const width = Math.max(0, ...cells.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => cells.map((row) => row[column] ?? ''));
}

function linesFor(cells: readonly string[][], mapping: GridMapping): CellLine[] {
  const textAt = (period: number, day: number): string =>
    (mapping.transposed ? cells[day]?.[period] : cells[period]?.[day]) ?? '';
  const counts = groupsOf(mapping.periods).flatMap((group) =>
    mapping.days.map((day) =>
      group.reduce((sum, period) => sum + textAt(period.index, day.index).trim().split('\n').length, 0),
    ),
  );
  const count = Math.max(mapping.lines.length, Math.min(Math.max(1, ...counts), MOST_LINES));
  return Array.from({ length: count }, (_, i) => mapping.lines[i] ?? USUAL_LINES[i] ?? 'skip');
}

/** Rows of one lesson together. */
function groupsOf(periods: readonly MappedPeriod[]): MappedPeriod[][] {
  const groups: MappedPeriod[][] = [];
  for (const period of periods) {
    const last = groups[groups.length - 1];
    if (last && isOne(last[last.length - 1], period)) last.push(period);
    else groups.push([period]);
  }
  return groups;
}

const indexesOf = (all: readonly { index: number }[]): Set<number> => new Set(all.map(({ index }) => index));

function ordered<T extends { index: number }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => a.index - b.index);
}
