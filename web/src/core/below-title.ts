// The text below a title that may be its own first line, as that of homework to which nobody gave one; pure.

/** What keeps its sense only together: the items of a list, the rows of a table. */
const PART = /^\s*(?:[-*+]|\d+[.)])\s|\|/;

/** A text without its first line where the title says the same. */
export function belowTitle(title: string, text: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  return first.trim() === title.trim() && !PART.test(first) ? rest.join('\n').trim() : text;
}
