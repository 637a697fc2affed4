// Changes of a pasted class list that a tap makes: the text stays the only truth, so each change rewrites its lines.
import { nameKey } from './name-key';
import { isPerson, LITERAL, parseRoster, readRoster, visibleName, type Person, type RosterRow } from './roster';

const GENDER_WORDS = { male: '男', female: '女', '': '' } as const;

/** Two people of one name are told apart so; more are numbered. */
const MARKS: Readonly<Record<number, readonly string[]>> = { 2: ['大', '小'], 3: ['大', '中', '小'] };

/** The line of a person, which reads as that person again whatever the name looks like. */
export function lineOf({ name, gender }: Person): string {
  const line = [name, GENDER_WORDS[gender]].filter(Boolean).join(' ');
  const [read, ...more] = parseRoster(line);
  return read && more.length === 0 && read.name === name && read.gender === gender && read.problem !== 'several'
    ? line
    : `${LITERAL}${line}`;
}

/** Puts lines in the place of one; none takes it out. */
export function replaceLine(text: string, line: number, by: readonly string[]): string {
  return replaceLines(text, new Map([[line, by]]));
}

/** The several people of a line, each in a line of its own. */
export function splitLine(text: string, row: RosterRow): string {
  return replaceLine(text, row.line, (row.people ?? []).map(lineOf));
}

/** All lines with several people, at once. */
export function splitAll(text: string): string {
  const several = parseRoster(text).filter(({ problem }) => problem === 'several');
  return replaceLines(text, new Map(several.map(({ line, people = [] }) => [line, people.map(lineOf)])));
}

/** Of each line with several words only the first one. */
export function firstOfAll(text: string): string {
  const several = parseRoster(text).filter(({ problem }) => problem === 'several');
  return replaceLines(text, new Map(several.map(({ line, people = [] }) => [line, people.slice(0, 1).map(lineOf)])));
}

/** A line that was left out becomes a person as it stands. */
export function takeLine(text: string, line: number): string {
  const ignored = readRoster(text).find((entry) => entry.line === line);
  return ignored && !isPerson(ignored) ? replaceLine(text, line, [LITERAL + ignored.candidate]) : text;
}

/** Names of several people with what nobody sees taken out of all of them. */
export function makeVisible(text: string): string {
  const odd = parseRoster(text).filter(({ problem }) => problem === 'odd_characters');
  return replaceLines(
    text,
    new Map(
      odd.map(({ line, name, gender }) => [
        line,
        visibleName(name) ? [lineOf({ name: visibleName(name), gender })] : [],
      ]),
    ),
  );
}

/** The rows of one name that occurs more than once. */
export interface Namesakes {
  name: string;
  rows: RosterRow[];
  /** How they could be told apart. */
  proposal: string[];
}

/** All names that occur more than once in a text. */
export function namesakesOf(text: string): Namesakes[] {
  const rows = parseRoster(text).filter(({ problem }) => problem === 'duplicate');
  const keys = [...new Set(rows.map(({ name }) => nameKey(name)))];
  return keys.map((key) => {
    const same = rows.filter((row) => nameKey(row.name) === key);
    const name = same[0]?.name ?? '';
    const marks = genderMarks(same) ?? MARKS[same.length] ?? same.map((_, i) => String(i + 1));
    return { name, rows: same, proposal: marks.map((mark) => `${name}(${mark})`) };
  });
}

/** A girl and a boy are told apart by that, which everybody knows without being told. */
function genderMarks(rows: readonly RosterRow[]): string[] | undefined {
  const genders = rows.map(({ gender }) => gender);
  if (rows.length !== 2 || !genders.includes('female') || !genders.includes('male')) return undefined;
  return genders.map((gender) => (gender === 'female' ? '女' : '男'));
}

/** They are different people: each gets the name that is proposed. */
export function tellApart(text: string, { rows, proposal }: Namesakes): string {
  const lines = rows.map(
    (row, i) => [row.line, [lineOf({ name: proposal[i] ?? row.name, gender: row.gender })]] as const,
  );
  return replaceLines(text, new Map(lines));
}

/** They are one person: the first line stays. */
export function keepFirst(text: string, { rows }: Namesakes): string {
  return replaceLines(text, new Map(rows.slice(1).map(({ line }) => [line, []])));
}

function replaceLines(text: string, by: ReadonlyMap<number, readonly string[]>): string {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line, i) => by.get(i + 1) ?? [line])
    .join('\n');
}
