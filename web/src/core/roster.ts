// Reads a class list as teachers paste it: one name per line, with or without ordinals, straight
// from a document or a spreadsheet. Pure, so that each odd form is a test.

export type Gender = 'male' | 'female' | '';
export type RowProblem = 'duplicate' | 'too_long' | 'odd_characters';

export interface RosterRow {
  /** The line in the text, counted from 1. */
  line: number;
  name: string;
  gender: Gender;
  problem?: RowProblem;
  /** Hardly a name, though it may be one: worth a second look. */
  unusual?: true;
}

const MOST_CHARACTERS = 20;
const GENDERS: Readonly<Record<string, Gender>> = {
  男: 'male',
  男生: 'male',
  male: 'male',
  m: 'male',
  boy: 'male',
  女: 'female',
  女生: 'female',
  female: 'female',
  f: 'female',
  girl: 'female',
};
const HEADINGS = new Set(['姓名', '名字', '学生姓名', '性别', '序号', 'name', 'real name', 'real_name']);
/** `1.` `01、` `3)` `(4)` `5:`, a number before a blank or right before a name, `一、`; `3班` is none. */
const ORDINAL =
  /^[([【#]?\s*(?:\d{1,4}\s*(?:[.、,):\]】-]+|\s|(?=\p{Script=Han})(?![班年级组月日号名位]))|[一二三四五六七八九十百零〇]{1,4}\s*[.、,):\]】]+)\s*/u;
/** After the ordinal, in a line without columns. */
const STUDENT_NUMBER = /^\d{2,}(?:[\s,、]+|(?=\p{Script=Han}))/u;
const GENDER_AT_END = /^(.*?)[\s,、;/|([]+(男生?|女生?|male|female|boy|girl|m|f)[)\]]?$/iu;
const CJK_GAP = /([\p{Script=Han}])\s+(?=[\p{Script=Han}])/gu;
/** What the server refuses in a name because nobody can see it: controls, bidi marks, fillers. */
const INVISIBLE =
  /\p{Cc}|\u00ad|\u034f|[\u0600-\u0605]|\u061c|\u06dd|\u070f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u202a-\u202e]|[\u2060-\u206f]|\u3164|[\ufe00-\ufe0f]|\ufeff|\uffa0|[\ufff0-\ufffd]|[\u{1bca0}-\u{1bca3}]|[\u{1d173}-\u{1d17a}]|[\u{e0000}-\u{e0fff}]/u;
/** How names look; what looks otherwise may be one all the same, or a heading, or a telephone number. */
const USUAL = /^[\p{L}\p{M}\p{Nl}\p{Co}][\p{L}\p{M}\p{Nl}\p{Co}\s.'’·•・-]*$/u;

/** Parses the text; blank lines and headings vanish, problems stay on their row. */
export function parseRoster(text: string): RosterRow[] {
  const rows: RosterRow[] = [];
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const row = parseLine(raw, index + 1);
    if (row) rows.push(row);
  });
  return markDuplicates(rows);
}

/** Marks each name that occurs more than once; also used across classes. */
export function markDuplicates<Row extends RosterRow>(rows: Row[]): Row[] {
  const counts = new Map<string, number>();
  rows.forEach((row) => counts.set(row.name, (counts.get(row.name) ?? 0) + 1));
  return rows.map((row) => (!row.problem && (counts.get(row.name) ?? 0) > 1 ? { ...row, problem: 'duplicate' } : row));
}

function parseLine(raw: string, line: number): RosterRow | null {
  // Full-width digits, brackets and blanks become plain ones; zero-width characters of copied
  // web pages vanish.
  const text = raw
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/gu, '')
    .trim();
  if (text === '') return null;
  const found = text.includes('\t') ? fromCells(text.split('\t')) : fromPlain(text);
  if (found.name === '' || HEADINGS.has(found.name.toLowerCase())) return null;
  return { line, ...found, ...problemOf(found.name) };
}

/** Spreadsheet columns in any order: numbers are ordinals or old IDs, one cell may be a gender. */
function fromCells(cells: string[]): { name: string; gender: Gender } {
  let gender: Gender = '';
  let name = '';
  for (const cell of cells.map((value) => value.trim())) {
    const asGender = GENDERS[cell.toLowerCase()];
    if (asGender) gender = asGender;
    else if (name === '' && cell !== '' && !/^[\d.、#-]+$/.test(cell) && !HEADINGS.has(cell)) {
      name = tidyName(cell.replace(ORDINAL, ''));
    }
  }
  return { name, gender };
}

function fromPlain(text: string): { name: string; gender: Gender } {
  let rest = text.replace(ORDINAL, '');
  rest = rest.replace(STUDENT_NUMBER, '');
  const match = GENDER_AT_END.exec(rest);
  if (!match) return { name: tidyName(rest), gender: '' };
  return { name: tidyName(match[1] ?? ''), gender: GENDERS[(match[2] ?? '').toLowerCase()] ?? '' };
}

/** Names of two characters are written with a gap to align columns; the name has none. */
function tidyName(name: string): string {
  return name
    .replace(/[,、;。.]+$/u, '')
    .replace(CJK_GAP, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function problemOf(name: string): Pick<RosterRow, 'problem' | 'unusual'> {
  if ([...name].length > MOST_CHARACTERS) return { problem: 'too_long' };
  if (INVISIBLE.test(name)) return { problem: 'odd_characters' };
  return USUAL.test(name) ? {} : { unusual: true };
}
