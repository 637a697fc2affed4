// The cells of an XLSX as text with tabs. A workbook is a ZIP of XML files; only what a list of names needs is
// read: the order of the sheets, the shared texts and the values of cells. A chunk of its own.
import { strFromU8, unzipSync } from 'fflate';
import { parseRoster } from './roster';
import { lineOfCells, RosterFileError, type NamedList } from './roster-file';

/** Of one file inside, unpacked: a file that is packed to be huge is not a class list. */
const MAX_UNPACKED = 30_000_000;
const MAX_ROWS = 5000;
const MAX_COLUMNS = 100;

type Files = Record<string, Uint8Array>;

/** The sheets that hold names, hidden ones last; the first that holds anything where none does. */
export function listsOfSheets(bytes: Uint8Array): NamedList[] {
  const files = unpack(bytes);
  const shared = files['xl/sharedStrings.xml'];
  const texts = shared ? all(parse(shared), 'si').map(textOf) : [];
  const sheets = sheetFiles(files).map(({ name, file }) => ({ name, text: textOfSheet(parse(file), texts) }));
  const found = sheets.filter(({ text }) => parseRoster(text).length > 0);
  if (found.length === 0) found.push(...sheets.filter(({ text }) => text.trim() !== '').slice(0, 1));
  if (found.length === 0) throw new RosterFileError(sheets.length > 0 ? 'empty' : 'unreadable');
  return found;
}

function unpack(bytes: Uint8Array): Files {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => /^xl\/.*\.(xml|rels)$/.test(name) && originalSize <= MAX_UNPACKED,
    });
  } catch {
    throw new RosterFileError('unreadable');
  }
}

interface SheetFile {
  name: string;
  file: Uint8Array;
}

/** In the order of the tabs. */
function sheetFiles(files: Files): SheetFile[] {
  const workbook = files['xl/workbook.xml'];
  const relations = files['xl/_rels/workbook.xml.rels'];
  const targets = new Map(
    relations
      ? all(parse(relations), 'Relationship').map((one) => [one.getAttribute('Id'), one.getAttribute('Target')])
      : [],
  );
  const named = workbook
    ? all(parse(workbook), 'sheet')
        .sort((a, b) => Number(a.hasAttribute('state')) - Number(b.hasAttribute('state')))
        .map((sheet) => {
          const target = targets.get(sheet.getAttribute('r:id')) ?? '';
          const file = files[target.startsWith('/') ? target.slice(1) : `xl/${target}`];
          return { name: sheet.getAttribute('name') ?? '', file };
        })
    : [];
  const found = named.filter((sheet): sheet is SheetFile => sheet.file !== undefined);
  if (found.length > 0) return found;
  return Object.keys(files)
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort()
    .map((name) => ({ name: '', file: files[name] as Uint8Array }));
}

function textOfSheet(sheet: Document, texts: readonly string[]): string {
  const rows = all(sheet, 'row').slice(0, MAX_ROWS);
  return rows
    .map((row) => {
      const cells: string[] = [];
      all(row, 'c').forEach((cell, i) => {
        const at = columnOf(cell.getAttribute('r')) ?? i;
        if (at < MAX_COLUMNS) cells[at] = valueOf(cell, texts);
      });
      return lineOfCells(Array.from(cells, (value) => value ?? ''));
    })
    .join('\n');
}

function valueOf(cell: Element, texts: readonly string[]): string {
  const value = all(cell, 'v')[0]?.textContent ?? '';
  const type = cell.getAttribute('t');
  if (type === 's') return texts[Number(value)] ?? '';
  return type === 'inlineStr' ? textOf(cell) : value;
}

/** The texts of a cell with several fonts, without the readings that stand above characters. */
function textOf(element: Element): string {
  return all(element, 't')
    .filter((part) => part.parentElement?.localName !== 'rPh')
    .map((part) => part.textContent ?? '')
    .join('');
}

/** `C7` is column 2. */
function columnOf(reference: string | null): number | null {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function parse(file: Uint8Array): Document {
  return new DOMParser().parseFromString(strFromU8(file), 'application/xml');
}

/** By the name without its prefix, which some writers put before every element. */
function all(parent: Document | Element, name: string): Element[] {
  return [...parent.getElementsByTagName('*')].filter((element) => element.localName === name);
}
