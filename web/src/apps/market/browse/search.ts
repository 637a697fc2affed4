// Finds entries by words. Pure.

interface Searched {
  name: string;
  label: string;
  description: string;
  author?: string;
}

/** The entries that have all of the words, those that are called so first. */
export function found<T extends Searched>(entries: readonly T[], typed: string): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const isCalledSo = ({ name, label }: T): boolean => has(`${label} ${name}`);
  const hits = entries.filter((entry) =>
    has(`${entry.label} ${entry.name} ${entry.author ?? ''} ${entry.description}`),
  );
  return [...hits.filter(isCalledSo), ...hits.filter((entry) => !isCalledSo(entry))];
}
