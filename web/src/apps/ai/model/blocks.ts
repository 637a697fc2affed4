// Cuts Markdown into its top-level blocks, so that of an answer that is being written only the last one is drawn
// anew; pure.

/** `code` is a fence at the top level; everything else is `text`, which the Markdown parser reads. */
export type Block = { kind: 'text'; text: string } | { kind: 'code'; text: string; language: string; isOpen: boolean };

/** A paragraph of this length goes on as another one: drawn as a whole at each word, it would stop the page. */
const LONG_PARAGRAPH = 3000;
/** A list of this length is continued as another one at its next item. */
const LONG_LIST = 3000;

const FENCE = /^( {0,3})(`{3,}|~{3,})([^`]*)$/;
const INNER_FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const MATHS_OPEN = /^ {0,3}(?:\$\$|\\\[)/;

interface Piece {
  from: number;
  kind: 'text' | 'list' | 'heading' | 'code' | 'maths';
  /** The fence or the sign that ends it, while it is open. */
  close: string;
  hadGap: boolean;
}

/** Splits a text that grows; blocks that are complete stay the same objects. */
export class BlockSplitter {
  private text = '';
  private done: Block[] = [];
  /** Where the first block begins that is not complete. */
  private at = 0;

  update(text: string): Block[] {
    if (!text.startsWith(this.text.slice(0, this.at))) {
      this.done = [];
      this.at = 0;
    }
    this.text = text;
    const pieces = cut(text, this.at);
    const blocks = pieces.map(({ from, kind }, i) => blockOf(text.slice(from, pieces[i + 1]?.from), kind));
    const last = pieces[pieces.length - 1];
    // What the last line begins is known once it is complete: until then it may belong to the block before it.
    const isSure = last !== undefined && text.includes('\n', last.from);
    const sure = Math.max(0, pieces.length - (isSure ? 1 : 2));
    const shown = [...this.done, ...blocks];
    this.done.push(...blocks.slice(0, sure));
    this.at = pieces[sure]?.from ?? this.at;
    return shown;
  }
}

/** The blocks of a text that is complete. */
export function splitBlocks(text: string): Block[] {
  return new BlockSplitter().update(text);
}

/** Where blocks begin, from an offset on at which one begins. */
function cut(text: string, at: number): Piece[] {
  const pieces: Piece[] = [];
  let current: Piece | undefined;
  for (let from = at; from < text.length;) {
    const end = text.indexOf('\n', from);
    const next = end < 0 ? text.length : end + 1;
    const line = text.slice(from, end < 0 ? next : end);
    if (line.trim() === '' && current?.close === '') current.hadGap = true;
    else if (line.trim() !== '' || current) {
      if (!current || beginsAnew(current, line, from)) {
        current = { from, kind: kindOf(line), close: '', hadGap: false };
        pieces.push(current);
        if (current.kind === 'code' || current.kind === 'maths') current.close = closeOf(line);
      } else if (current.close !== '') {
        if (closes(current, line)) current = ended(current);
      } else if (current.kind === 'list') openInside(current, line);
      if (current?.kind === 'text' && current.close === '') current = shortened(pieces, current, text, next);
    }
    from = next;
  }
  return pieces;
}

function kindOf(line: string): Piece['kind'] {
  if (FENCE.test(line)) return 'code';
  if (MATHS_OPEN.test(line)) return 'maths';
  if (HEADING.test(line)) return 'heading';
  return ITEM.test(line) ? 'list' : 'text';
}

function beginsAnew(piece: Piece, line: string, from: number): boolean {
  if (piece.close !== '') return false;
  if (piece.kind === 'code' || piece.kind === 'maths' || piece.kind === 'heading') return true;
  const kind = kindOf(line);
  if (piece.kind !== 'list') return piece.hadGap ? !isIndented(line) : kind !== 'text' && kind !== 'list';
  if (kind === 'list') return from - piece.from > LONG_LIST && /^\S/.test(line);
  return piece.hadGap ? !isIndented(line) : /^\S/.test(line) && kind !== 'text';
}

const isIndented = (line: string): boolean => /^(?: {2,}|\t)/.test(line);

/** A fence within a list hides what looks like the beginning of a block. */
function openInside(piece: Piece, line: string): void {
  const [, mark = ''] = INNER_FENCE.exec(line) ?? [];
  piece.close = mark;
}

function closeOf(line: string): string {
  const [, , mark = ''] = FENCE.exec(line) ?? [];
  if (mark) return mark;
  const isDollar = line.trimStart().startsWith('$$');
  const rest = line.trimStart().slice(2);
  const sign = isDollar ? '$$' : '\\]';
  return rest.includes(sign) ? '' : sign;
}

function closes({ kind, close }: Piece, line: string): boolean {
  if (kind === 'maths') return line.includes(close);
  const bare = line.trim();
  return bare.length >= close.length && bare === (close[0] ?? '').repeat(bare.length);
}

function ended(piece: Piece): Piece {
  piece.close = '';
  return piece;
}

/** Begins another paragraph in one that has become too long, behind a sentence or at least behind a word. */
function shortened(pieces: Piece[], piece: Piece, text: string, end: number): Piece {
  if (/^\s*[|>]/.test(text.slice(piece.from, piece.from + 8))) return piece;
  let current = piece;
  while (end - current.from > LONG_PARAGRAPH * 2) {
    const part = text.slice(current.from, current.from + LONG_PARAGRAPH);
    const at = Math.max(...['。', '！', '？', '. '].map((sign) => part.lastIndexOf(sign) + sign.length), 1);
    const from = current.from + (at > LONG_PARAGRAPH / 2 ? at : part.lastIndexOf(' ') + 1 || LONG_PARAGRAPH);
    current = { from, kind: 'text', close: '', hadGap: false };
    pieces.push(current);
  }
  return current;
}

function blockOf(text: string, kind: Piece['kind']): Block {
  if (kind !== 'code') return { kind: 'text', text: text.trimEnd() };
  const [first = '', ...lines] = text.replace(/\n+$/, '').split('\n');
  const [, indent = '', mark = '', info = ''] = FENCE.exec(first) ?? [];
  const last = lines[lines.length - 1]?.trim() ?? '';
  const isOpen = !(last.length >= mark.length && last === (mark[0] ?? '').repeat(last.length));
  const body = isOpen ? lines : lines.slice(0, -1);
  const strip = new RegExp(`^ {0,${indent.length}}`);
  return {
    kind: 'code',
    text: body.map((line) => line.replace(strip, '')).join('\n'),
    language: info.trim().split(/\s+/)[0] ?? '',
    isOpen,
  };
}
