// Finds in lines of cells, as spreadsheets give them, which columns hold the names and the genders.
import { isGenderHeading, isHeading, isNameHeading, looksLikeName } from './roster-words';

export interface Columns {
  /** Mostly one; lists that stand side by side have several. */
  names: number[];
  /** The gender's column for each of `names`, -1 for none. */
  genders: number[];
}

const GENDER_CELL = /^(?:男生?|女生?|male|female|m|f|boy|girl)$/i;
/** A cell that can be a name where no surname tells. */
const WORDY = /\p{L}/u;

/** The columns that hold for each line: those of the last header above it, else those that hold the most names. */
export function columnsOf(lines: readonly (string[] | null)[]): (Columns | 'header' | null)[] {
  const rows = lines.filter((cells): cells is string[] => cells !== null && !isHeader(cells));
  const guessed = guess(rows);
  let current: Columns | null = null;
  return lines.map((cells) => {
    if (!cells) return null;
    if (isHeader(cells)) {
      current = fromHeader(cells) ?? current;
      return 'header';
    }
    return current ?? guessed ?? alone(cells);
  });
}

function isHeader(cells: readonly string[]): boolean {
  const said = cells.map((cell) => cell.trim()).filter(Boolean);
  const headings = said.filter(isHeading);
  return headings.length > 0 && (headings.length === said.length || (headings.length > 1 && said.some(isNameHeading)));
}

function fromHeader(cells: readonly string[]): Columns | null {
  const names = placesOf(cells, isNameHeading);
  return names.length > 0 ? withGenders(names, placesOf(cells, isGenderHeading)) : null;
}

function guess(rows: readonly string[][]): Columns | null {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const scores = Array.from(
    { length: width },
    (_, at) => rows.filter((cells) => looksLikeName((cells[at] ?? '').trim().replace(/\s+/g, ''))).length,
  );
  const best = Math.max(0, ...scores);
  if (best === 0) return null;
  const names = scores.flatMap((score, at) => (score * 10 >= best * 6 ? [at] : []));
  const genders = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((cells) => GENDER_CELL.test((cells[at] ?? '').trim())),
  );
  return withGenders(names, genders);
}

/** A line whose columns nothing else tells: the first words are the name. */
function alone(cells: readonly string[]): Columns {
  const at = cells.findIndex((cell) => WORDY.test(cell) && !GENDER_CELL.test(cell.trim()));
  return withGenders(
    [Math.max(0, at)],
    placesOf(cells, (cell) => GENDER_CELL.test(cell.trim())),
  );
}

/** The gender belongs to the name before it, or to the first one when it stands before all. */
function withGenders(names: number[], places: readonly number[]): Columns {
  const genders = names.map((at, i) => {
    const end = names[i + 1] ?? Infinity;
    const behind = places.find((place) => place > at && place < end);
    return behind ?? (names.length === 1 ? (places[0] ?? -1) : -1);
  });
  return { names, genders };
}

function placesOf(cells: readonly string[], test: (cell: string) => boolean): number[] {
  return cells.flatMap((cell, at) => (test(cell) ? [at] : []));
}
