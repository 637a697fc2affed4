// A bound on the tables of a text. A short row gets the cells that it leaves out, so that rows of one sign each become
// sixty cells each, and a page that draws all of them stands still for seconds.
import type { MarkdownIt, StateBlock } from 'markdown-it';

/** Cells of all tables of a text at most; the same number stands in `crates/community/src/markdown_limits.rs`. */
const MAX_CELLS = 500;

/** Shows a table that would pass the bound as it was written, and no words of it are lost. */
export function boundTables(markdown: MarkdownIt): void {
  markdown.block.ruler.before('table', 'large_table', largeTable, { alt: ['paragraph', 'reference'] });
}

function largeTable(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (startLine + 2 > endLine) return false;
  const columns = columnsAt(state, startLine);
  if (columns === 0) return false;
  const end = endOfRows(state, startLine + 2, endLine);
  // The line below the head is no row.
  const cells = columns * (end - startLine - 1);
  const before = Number(state.env.cells ?? 0);
  if (before + cells <= MAX_CELLS) {
    if (!silent) state.env.cells = before + cells;
    return false;
  }
  if (!silent) {
    const token = state.push('code_block', 'code', 0);
    token.content = state.getLines(startLine, end, state.blkIndent, false);
    token.map = [startLine, end];
    state.line = end;
  }
  return true;
}

/** How many columns the table has that begins at a line; none where no table begins. */
function columnsAt(state: StateBlock, startLine: number): number {
  const below = startLine + 1;
  if ((state.sCount[below] ?? 0) < state.blkIndent) return 0;
  const head = lineAt(state, startLine);
  const marks = cellsOf(lineAt(state, below));
  const isTable =
    head.includes('|') && cellsOf(head).length === marks.length && marks.every((mark) => /^:?-+:?$/.test(mark.trim()));
  return isTable ? marks.length : 0;
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
}

/** What stands between the strokes, of which an escaped one parts nothing. */
function cellsOf(line: string): string[] {
  return line
    .replace(/\\\|/g, '\\')
    .replace(/^\||\|$/g, '')
    .split('|');
}

/** The line behind the last row: blank, or the begin of something else. */
function endOfRows(state: StateBlock, first: number, endLine: number): number {
  const others = state.md.block.ruler.getRules('blockquote');
  let line = first;
  while (
    line < endLine &&
    !state.isEmpty(line) &&
    (state.sCount[line] ?? 0) >= state.blkIndent &&
    !others.some((rule) => rule(state, line, endLine, true))
  ) {
    line += 1;
  }
  return line;
}
