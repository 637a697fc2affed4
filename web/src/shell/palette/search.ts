// Finding in the palette: every word of the query must occur; hits in the title count more, hits at
// its beginning most. People are found by pinyin too. Pure.
import type { PaletteEntry } from '@/core/palette-source';
import { pinyinScore } from './pinyin/match';

export type Entry = Pick<PaletteEntry, 'id' | 'title' | 'kind' | 'keywords' | 'names'>;

const MOST = 12;

/** The entries that fit, best first; for an empty query what was used last, then the rest in given order. */
export function find<T extends Entry>(entries: readonly T[], query: string, recent: readonly string[] = []): T[] {
  const words = normal(query).split(' ').filter(Boolean);
  if (words.length === 0)
    return [...lastUsed(entries, recent), ...entries.filter(({ id }) => !recent.includes(id))].slice(0, MOST);
  const scored = entries.map((entry, order) => ({ entry, order, score: scoreOf(entry, words) }));
  return scored
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, MOST)
    .map((hit) => hit.entry);
}

/** The entries of these ids, in the order of the ids. */
export function lastUsed<T extends Entry>(entries: readonly T[], recent: readonly string[]): T[] {
  return recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
}

/** By what is written; else, for a person, by how the name is read. */
function scoreOf(entry: Entry, words: readonly string[]): number {
  const written = score(entry, words);
  if (written > 0 || !entry.names) return written;
  return Math.max(...entry.names.map((name) => pinyinScore(name, words.join(''))));
}

function score(entry: Entry, words: readonly string[]): number {
  const title = normal(entry.title);
  const rest = normal(`${entry.kind} ${entry.keywords ?? ''}`);
  let sum = 0;
  for (const word of words) {
    const at = title.indexOf(word);
    if (at === 0) sum += 4;
    else if (at > 0) sum += 3;
    else if (` ${rest}`.includes(` ${word}`)) sum += 2;
    else if (rest.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
