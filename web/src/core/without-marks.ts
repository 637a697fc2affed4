// Markdown as plain words: each paragraph, item of a list and row of a table is a line; pure.

/** Each mark, and what is left of it. Marks of the beginning of a line come first. */
const MARKS: readonly [RegExp, string][] = [
  // Fences of code, lines under headings, and lines between the head and the body of a table.
  [/^\s*(?:`{3,}|~{3,}).*$/gm, ''],
  [/^\s*(?:[-*_=]\s*){3,}$/gm, ''],
  [/^\s*\|?[ :|-]*-{2,}[ :|-]*$/gm, ''],
  // Quotes, headings, items of lists. The number of an item stays.
  [/^\s*(?:>\s?)+/gm, ''],
  [/^\s*#{1,6}\s+/gm, ''],
  [/^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/gm, ''],
  // Pictures and links leave their words.
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  // Emphasis, code, maths and the cells of a table.
  [/(\*\*|__|~~)(?=\S)([\s\S]*?\S)\1/g, '$2'],
  [/(^|[^\w*])\*(?=\S)([^*\n]*?\S)\*(?![\w*])/g, '$1$2'],
  [/`+([^`]*)`+/g, '$1'],
  [/\${1,2}([^$\n]+)\${1,2}/g, '$1'],
  [/^[ \t]*\||\|[ \t]*$/gm, ''],
  [/[ \t]*\|[ \t]*/g, '，'],
  [/\s*\n\s*/g, '\n'],
];

export function withoutMarks(markdown: string): string {
  return MARKS.reduce((text, [mark, rest]) => text.replace(mark, rest), markdown).trim();
}
