// Formulas in Markdown: `$…$` and `\(…\)` in a line, `$$…$$` and `\[…\]` on lines of their own or in one.
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const BLOCK_SIGNS: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };

/** Teaches a parser the tokens `math_inline` and `math_block`, whose content is TeX. */
export function maths(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'math_inline', inline);
  markdown.block.ruler.before('fence', 'math_block', block, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const sign = src[pos];
  if (sign !== '$' && sign !== '\\') return false;
  const found = formulaAt(src.slice(pos, posMax));
  if (!found) return false;
  if (!silent) {
    const token = state.push('math_inline', 'math', 0);
    token.content = found.content;
    token.markup = found.isDisplay ? '$$' : '$';
  }
  state.pos += found.length;
  return true;
}

interface Formula {
  content: string;
  length: number;
  isDisplay: boolean;
}

/** The formula that a text begins with. An amount like `$5 and $6` is none. */
export function formulaAt(text: string): Formula | null {
  for (const [open, close] of [
    ['$$', '$$'],
    ['\\[', '\\]'],
    ['\\(', '\\)'],
  ] as const) {
    if (!text.startsWith(open)) continue;
    const end = text.indexOf(close, 2);
    const content = text.slice(2, end).trim();
    if (end > 2 && content !== '') return { content, length: end + 2, isDisplay: open !== '\\(' };
    return null;
  }
  const [whole = '', content = ''] = /^\$((?![\s$])(?:\\[^]|[^\\$\n])*?)\$(?!\d)/.exec(text) ?? [];
  return content !== '' && !/\s$/.test(content) ? { content, length: whole.length, isDisplay: false } : null;
}

function block(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const first = lineAt(startLine);
  const open = first.slice(0, 2);
  const close = BLOCK_SIGNS[open];
  if (close === undefined || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  let line = startLine;
  let rest = first.slice(2);
  const lines: string[] = [];
  // An open formula is the last thing that was written so far.
  let isOpen = true;
  for (;;) {
    const end = rest.indexOf(close);
    if (end >= 0) {
      // Words behind it on the same line make it part of a paragraph.
      if (rest.slice(end + 2).trim() !== '') return false;
      lines.push(rest.slice(0, end));
      isOpen = false;
      break;
    }
    lines.push(rest);
    line += 1;
    if (line >= endLine) break;
    rest = lineAt(line);
  }
  if (silent) return true;
  const token = state.push('math_block', 'math', 0);
  token.content = lines.join('\n').trim();
  token.markup = isOpen ? 'open' : '$$';
  token.map = [startLine, line + 1];
  state.line = Math.min(line + 1, endLine);
  return true;
}
