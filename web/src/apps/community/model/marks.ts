// Marks of Markdown that a button puts around what is selected; pure.

export type Mark = 'bold' | 'italic' | 'list' | 'quote';

interface Marked {
  text: string;
  /** What is selected then. */
  start: number;
  end: number;
}

const AROUND: Readonly<Partial<Record<Mark, string>>> = { bold: '**', italic: '*' };
const BEFORE: Readonly<Partial<Record<Mark, string>>> = { list: '- ', quote: '> ' };

/** Puts a mark around the selection, or before each of its lines. */
export function wrapped(text: string, start: number, end: number, mark: Mark): Marked {
  const around = AROUND[mark];
  if (around) {
    const inside = text.slice(start, end);
    const done = text.slice(0, start) + around + inside + around + text.slice(end);
    return { text: done, start: start + around.length, end: end + around.length };
  }
  const before = BEFORE[mark] ?? '';
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lines = text.slice(from, end).split('\n');
  const marked = lines.map((line) => before + line).join('\n');
  const grown = before.length * lines.length;
  return { text: text.slice(0, from) + marked + text.slice(end), start: start + before.length, end: end + grown };
}
