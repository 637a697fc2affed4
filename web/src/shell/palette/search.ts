// Finding in the palette: every word of the query must occur; hits in the title count more, hits at
// its beginning most. Pure.

export interface Entry {
  id: string;
  title: string;
  /** What kind of thing it is, in words. */
  kind: string;
  keywords?: string;
}

const MOST = 12;

/** The entries that fit, best first; everything in given order for an empty query. */
export function find<T extends Entry>(entries: readonly T[], query: string): T[] {
  const words = normal(query).split(' ').filter(Boolean);
  if (words.length === 0) return entries.slice(0, MOST);
  const scored = entries.map((entry, order) => ({ entry, order, score: score(entry, words) }));
  return scored
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, MOST)
    .map((hit) => hit.entry);
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
