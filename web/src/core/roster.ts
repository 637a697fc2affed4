// Reads a class list as teachers paste it: one name per line, with or without ordinals, straight from a
// document or a spreadsheet. Each line is a person, holds several names, or is left out for a reason.
// Pure, so that each odd form is a test.
import { nameKey } from './name-key';
import {
  around,
  beginsWithCompoundSurname,
  isClassTitle,
  isHan,
  isHeading,
  looksLikeName,
  type Around,
} from './roster-words';
import { columnsOf, type Columns } from './roster-columns';

export type Gender = 'male' | 'female' | '';
export type RowProblem = 'duplicate' | 'too_long' | 'odd_characters' | 'several';

export interface RosterRow {
  /** The line in the text, counted from 1. */
  line: number;
  name: string;
  gender: Gender;
  problem?: RowProblem;
  /** Hardly a name, though it may be one: worth a second look. */
  unusual?: true;
  /** The people that the line seems to hold, with the problem `several`. */
  people?: Person[];
}

export interface Person {
  name: string;
  gender: Gender;
}

/** A line that is no person: around the list, or without any name. */
export interface IgnoredLine {
  line: number;
  text: string;
  /** The name that it would have if it were a person. */
  candidate: string;
  reason: Around | 'header' | 'no_name';
}

export type RosterLine = RosterRow | IgnoredLine;

const MAX_CHARACTERS = 20;
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
/** A line that begins so is a name as it stands. */
export const LITERAL = '=';
/** `1.` `01、` `3)` `(4)` `5:`, a number before a blank or right before a name, `一、`; `3班` is none. */
const ORDINAL =
  /^[([【#]?\s*(?:\d{1,4}\s*(?:[.、,):\]】-]+|\s|(?=\p{Script=Han})(?![班年级组月日号名位]))|[一二三四五六七八九十百零〇]{1,4}\s*[.、,):\]】]+)\s*/u;
/** After the ordinal, in a line without columns. */
const STUDENT_NUMBER = /^\d{2,}(?:[\s,、]+|(?=\p{Script=Han}))/u;
const GENDER_AT_END = /^(.*?)[\s,、;/|([]+(男生?|女生?|male|female|boy|girl|m|f)[)\]]?$/iu;
const CJK_GAP = /([\p{Script=Han}])\s+(?=[\p{Script=Han}])/gu;
/** What teachers write beside a name. */
const REMARK =
  /[([](?:转[学入出来走]|休学|复学|借读|插班|走读|住[校宿]|班长|副班长|团支书|课代表|组长|学委|\p{Script=Han}{1,3}委员)[)\]]/gu;
/** What the server refuses in a name because nobody can see it: controls, bidi marks, fillers. */
const INVISIBLE =
  /\p{Cc}|\u00ad|\u034f|[\u0600-\u0605]|\u061c|\u06dd|\u070f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u202a-\u202e]|[\u2060-\u206f]|\u3164|[\ufe00-\ufe0f]|\ufeff|\uffa0|[\ufff0-\ufffd]|[\u{1bca0}-\u{1bca3}]|[\u{1d173}-\u{1d17a}]|[\u{e0000}-\u{e0fff}]/u;
/** How names look; what looks otherwise may be one all the same, or a heading, or a telephone number. */
const USUAL = /^[\p{L}\p{M}\p{Nl}\p{Co}][\p{L}\p{M}\p{Nl}\p{Co}\s.'’·•・-]*(?:\((?:[大中小男女]|\d)\))?$/u;
/** `高一` begins like a name. */
const GRADE = /^[高初][一二三]$/;
/** Between two people in one line. */
const SEPARATOR = /[,、;|/]+/;

export function isPerson(line: RosterLine): line is RosterRow {
  return 'name' in line;
}

/** Reads all lines but blank ones; problems stay on their row. */
export function readRoster(text: string): RosterLine[] {
  const raw = text.split(/\r\n|\r|\n/).map(cleanLine);
  const columns = columnsOf(raw.map((line) => (line.includes('\t') ? line.split('\t') : null)));
  const lines: RosterLine[] = [];
  raw.forEach((content, index) => {
    const found = content === '' ? null : readLine(content, index + 1, columns[index] ?? null);
    if (found) lines.push(found);
  });
  const marked = markDuplicates(lines.filter(isPerson));
  const byLine = new Map(marked.map((row) => [row.line, row]));
  return lines.map((line) => byLine.get(line.line) ?? line);
}

/** The people of the text alone. */
export function parseRoster(text: string): RosterRow[] {
  return readRoster(text).filter(isPerson);
}

/** Marks each name that occurs more than once, in whatever spelling; also used across classes. */
export function markDuplicates<Row extends RosterRow>(rows: Row[]): Row[] {
  const counts = new Map<string, number>();
  const count = ({ name }: Row): number => counts.get(nameKey(name)) ?? 0;
  rows.forEach((row) => counts.set(nameKey(row.name), count(row) + 1));
  return rows.map((row) => (!row.problem && count(row) > 1 ? { ...row, problem: 'duplicate' } : row));
}

/**
 * Full-width digits, brackets and blanks become plain ones; zero-width characters of copied web pages and
 * the marks of writing directions at either end vanish.
 */
function cleanLine(raw: string): string {
  return raw
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/gu, '')
    .replace(/^[\s\u202a-\u202e\u2066-\u2069]+|[\s\u202a-\u202e\u2066-\u2069]+$/gu, (edge) =>
      edge.replace(/[^\t]/g, ''),
    )
    .replace(/^\t+$/, '');
}

function readLine(text: string, line: number, columns: Columns | 'header' | null): RosterLine | null {
  if (text.startsWith(LITERAL)) return rowOf(line, [personOf(text.slice(LITERAL.length).trim())]);
  const plain = text.replace(/\t+/g, ' ').trim();
  const own = columns && columns !== 'header' ? cellsOfNames(text, columns) : withoutClass(plain);
  const ignored = (reason: IgnoredLine['reason']): IgnoredLine => ({
    line,
    text: plain,
    candidate: personOf(withoutNumbers(own)).name || plain,
    reason,
  });
  if (columns === 'header' || isHeaderLine(text)) return ignored('header');
  // A pupil's line names the class or the former school as well; where the name itself stands there is no title then.
  const whole = around(plain);
  const reason = whole === 'title' && own !== '' && own !== plain ? around(own) : whole;
  if (reason) return ignored(reason);
  const people = columns ? fromColumns(text.split('\t'), columns) : fromText(own);
  return people.length === 0 ? ignored('no_name') : rowOf(line, people);
}

function cellsOfNames(text: string, { names }: Columns): string {
  const cells = text.split('\t').map((cell) => cell.trim());
  // Alone in its line it may as well be a title.
  if (cells.filter(Boolean).length < 2) return cells.join('');
  return names
    .map((at) => cells[at] ?? '')
    .filter(Boolean)
    .join(' ');
}

/** `1 张三 男 高一1班` without the class; a line that does not begin with a name stays as it is. */
function withoutClass(text: string): string {
  const words = withoutNumbers(text).split(/\s+/);
  const rest = words.filter((word) => !isClassTitle(word));
  const [first = ''] = rest;
  return rest.length < words.length && looksLikeName(first) && !GRADE.test(first) ? rest.join(' ') : text;
}

function isHeaderLine(text: string): boolean {
  const words = text.split(/[\s,、;|/]+/).filter(Boolean);
  return words.length > 0 && words.every(isHeading);
}

function rowOf(line: number, people: Person[]): RosterRow {
  const [first] = people;
  if (people.length > 1) {
    return { line, name: people.map(({ name }) => name).join('、'), gender: '', problem: 'several', people };
  }
  const { name, gender } = first ?? { name: '', gender: '' };
  return { line, name, gender, ...problemOf(name) };
}

/** One person for each column of names; cells of numbers are none. */
function fromColumns(cells: string[], { names, genders }: Columns): Person[] {
  return names.flatMap((at, i) => {
    const { name, gender } = personOf(withoutNumbers(cells[at] ?? ''));
    const said = genderIn(cells[genders[i] ?? -1] ?? '');
    return name === '' || isHeading(name) ? [] : [{ name, gender: said || gender }];
  });
}

/** A line without columns: one person, or several that separators or blanks keep apart. */
function fromText(text: string): Person[] {
  const parts = text.split(SEPARATOR).map(withoutNumbers).filter(Boolean);
  if (parts.length < 2) return fromWords(text);
  const people: Person[] = [];
  for (const part of parts) {
    const gender = genderIn(part);
    const last = people[people.length - 1];
    if (!gender) people.push(...fromWords(part));
    else if (last && !last.gender) last.gender = gender;
  }
  return keepNames(people);
}

/** Of what stood apart in one line: all of it where it looks like names, else what looks most like one. */
function keepNames(people: Person[]): Person[] {
  const sure = people.filter(({ name }) => looksLikeName(name));
  if (people.length < 2) return people;
  if (sure.length >= 2 && sure.length * 2 > people.length) return people;
  if (sure.length > 0) return sure;
  // `Smith, John` is one, three such words are three.
  const latin = people.every(({ name }) => /^[\p{Script=Latin}\s.'’-]+$/u.test(name));
  if (latin && people.length > 2) return people;
  return latin
    ? [{ name: people.map(({ name }) => name).join(', '), gender: people[0]?.gender ?? '' }]
    : people.slice(0, 1);
}

/** Words between blanks: `李 雷` and `陈 思远` are one name, `张三 李四` are two. */
function fromWords(text: string): Person[] {
  const whole = personOf(withoutNumbers(text));
  const words = withoutNumbers(text).split(/\s+/).filter(Boolean);
  if (words.length < 2) return whole.name === '' ? [] : [whole];
  const people: Person[] = [];
  let lone = '';
  for (const word of words) {
    const gender = genderIn(word);
    const name = withoutNumbers(word);
    const last = people[people.length - 1];
    if (gender) {
      if (last && !last.gender) last.gender = gender;
    } else if (lone) {
      people.push(personOf(lone + name));
      lone = '';
    } else if (isHan(name) && ([...name].length === 1 || (beginsWithCompoundSurname(name) && [...name].length === 2))) {
      lone = name;
    } else if (name !== '') people.push(personOf(name));
  }
  if (lone) people.push(personOf(lone));
  const sure = people.filter(({ name }) => looksLikeName(name));
  if (sure.length >= 2 && sure.length * 2 > people.length) return people;
  const [first] = people;
  if (first && looksLikeName(first.name) && people.slice(1).every(({ name }) => isHan(name) && [...name].length > 1)) {
    return [first];
  }
  return whole.name === '' ? [] : [whole];
}

function genderIn(word: string): Gender {
  return (
    GENDERS[
      word
        .trim()
        .toLowerCase()
        .replace(/[()[\]]/g, '')
    ] ?? ''
  );
}

/** Takes ordinals, old student numbers, telephone numbers and remarks away. */
function withoutNumbers(text: string): string {
  const rest = text
    .trim()
    .replace(REMARK, ' ')
    .trim()
    .replace(ORDINAL, '')
    .replace(STUDENT_NUMBER, '')
    .replace(/(^|\s)[\d.+#-]{3,}(?=\s|$)/g, ' ')
    .trim();
  return /^[\d.、#-]*$/.test(rest) ? '' : rest;
}

/** A name with the gender that stands behind it. */
function personOf(text: string): Person {
  const match = GENDER_AT_END.exec(text);
  if (!match) return genderIn(text) ? { name: '', gender: genderIn(text) } : { name: tidyName(text), gender: '' };
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
  if ([...name].length > MAX_CHARACTERS) return { problem: 'too_long' };
  if (INVISIBLE.test(name)) return { problem: 'odd_characters' };
  return USUAL.test(name) ? {} : { unusual: true };
}

/** The name without what nobody sees. */
export function visibleName(name: string): string {
  return tidyName([...name].filter((character) => !INVISIBLE.test(character)).join(''));
}

/** Of the rows of one class, the lines whose only fault is a name that another class has as well. */
export function linesElsewhere(own: readonly RosterRow[]): Set<number> {
  const once = own.filter((row) => own.filter(({ name }) => name === row.name).length === 1);
  return new Set(once.filter(({ problem }) => problem === 'duplicate').map(({ line }) => line));
}
