// What the list says of an announcement, pure. Apart from the model, which the first load needs for the widget.

const LINE = 120;

/** The beginning of a Markdown text in one line, without its marks. */
export function firstLine(markdown: string): string {
  const text = markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[#>]+|[-*+]|\d+\.)\s+/gm, '')
    .replace(/^[\s:|-]*-{3,}[\s:|-]*$/gm, '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...text];
  return letters.length > LINE ? `${letters.slice(0, LINE).join('')}…` : text;
}
