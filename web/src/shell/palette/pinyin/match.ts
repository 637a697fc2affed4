// Finding a name by pinyin: whole syllables, initials, and any mixture of the two. Pure.
import { readingsOf } from './readings';

/** What a hit is worth; `search.ts` ranks letters of a title likewise. */
const AT_THE_BEGINNING = 4;
const LATER = 2;

/**
 * How well letters fit a name: at its beginning (`chensy`, `csy` and `chen` for 陈思远), at a later character (`siyuan`),
 * or not at all, which is 0.
 */
export function pinyinScore(name: string, typed: string): number {
  const letters = typed.toLowerCase().replace(/[\s'’-]/g, '');
  if (!/^[a-zü]+$/.test(letters)) return 0;
  const query = letters.replace(/ü/g, 'v');
  const characters = [...name];
  if (!characters.some((character) => readingsOf(character).length > 0)) return 0;
  for (let start = 0; start < characters.length; start += 1) {
    // What is written in letters is found as it is written.
    if (readingsOf(characters[start] ?? '').length > 0 && fits(characters.slice(start), query)) {
      return start === 0 ? AT_THE_BEGINNING : LATER;
    }
  }
  return 0;
}

/** Whether the letters are read off these characters, from the first one on; the last one may be unfinished. */
function fits([character, ...rest]: readonly string[], query: string): boolean {
  if (query === '') return true;
  if (character === undefined) return false;
  const readings = readingsOf(character);
  const spellings = readings.length > 0 ? readings : [character.toLowerCase()];
  return spellings.some(
    (spelling) =>
      spelling.startsWith(query) ||
      (query.startsWith(spelling) && fits(rest, query.slice(spelling.length))) ||
      initialsOf(spelling).some((initial) => query.startsWith(initial) && fits(rest, query.slice(initial.length))),
  );
}

/** `c` and `ch` for `chen`. */
function initialsOf(spelling: string): string[] {
  return /^[zcs]h/.test(spelling) ? [spelling.slice(0, 1), spelling.slice(0, 2)] : [spelling.slice(0, 1)];
}
