// Reads a class list from a file: text in the encodings that Excel and WPS write, CSV, and the sheets with
// names of an XLSX. The answer is text with tabs between cells, as a spreadsheet gives it to the clipboard.
import { beginsWith, bytesOf, decode } from './file-text';

export type FileFault = 'too_big' | 'old_excel' | 'unreadable' | 'empty';

/** Why a file was not read; the wizard has a text for each. */
export class RosterFileError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(fault);
    this.fault = fault;
  }
}

const MAX_BYTES = 5_000_000;
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** What one sheet of a workbook, or a whole file, says. */
export interface NamedList {
  /** What the sheet is called; empty for a file without sheets. */
  name: string;
  text: string;
}

/** The lists in a file, the likeliest first; the reader of spreadsheets is fetched when it is needed. */
export async function listsOfFile(file: Blob): Promise<readonly NamedList[]> {
  if (file.size > MAX_BYTES) throw new RosterFileError('too_big');
  const bytes = await bytesOf(file).catch(() => {
    throw new RosterFileError('unreadable');
  });
  if (beginsWith(bytes, OLD_OFFICE)) throw new RosterFileError('old_excel');
  if (beginsWith(bytes, ZIP)) {
    const { listsOfSheets } = await import('./roster-xlsx');
    return listsOfSheets(bytes);
  }
  const text = decode(bytes);
  if (/[\0\ufffd]/.test(text)) throw new RosterFileError('unreadable');
  if (text.trim() === '') throw new RosterFileError('empty');
  return [{ name: '', text: isCsv(text) ? cellsOfCsv(text).map(lineOfCells).join('\n') : text }];
}

/** Commas or semicolons in most lines, and no tabs: a file of comma-separated values. */
function isCsv(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const separated = lines.filter((line) => line.includes(',') || line.includes(';'));
  return !text.includes('\t') && lines.length > 1 && separated.length * 2 > lines.length;
}

/** The cells of comma-separated values; quoted ones may hold commas, quotes and line ends. */
export function cellsOfCsv(text: string): string[][] {
  const separator = (text.split(/\r\n|\r|\n/).find((line) => /[,;]/.test(line)) ?? ',').includes(',') ? ',' : ';';
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    rows[rows.length - 1]?.push(cell);
    cell = '';
  };
  const characters = [...text.replace(/\r\n?/g, '\n'), '\n'];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string;
    if (quoted && character === '"' && characters[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (character === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (quoted) cell += character;
    else if (character === separator) endCell();
    else if (character === '\n') {
      endCell();
      rows.push([]);
    } else cell += character;
  }
  return rows.filter((cells) => cells.some((value) => value.trim() !== ''));
}

/** A row as the clipboard has it. */
export function lineOfCells(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .join('\t')
    .replace(/\t+$/, '');
}
