// Cuts long texts into pieces that a page of a board has room for. Pure.

/** Width of a letter of a narrow script, where a Chinese character is 1. */
const NARROW = 0.56;
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|[\ud800-\udfff]{2}/;
/** A sentence with the marks that end it, or what follows the last one. */
const SENTENCES = /[^\n]+?(?:[。！？；!?;]+[”’」』）)]*|\.(?=\s|$)|$)\s*/g;
const CLAUSES = /[^，、：,:]+[，、：,:]*\s*|[，、：,:]+\s*/g;

/** How wide a text is, in Chinese characters. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? 1 : NARROW;
  return width;
}

/** Pieces of at most `most` Chinese characters: whole sentences where possible, never within a Latin word. */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    const parts = (line.match(SENTENCES) ?? []).flatMap((sentence) => cut(sentence, most));
    let piece = '';
    for (const part of parts) {
      if (piece && widthOf(piece + part.trimEnd()) > most) {
        pieces.push(piece.trim());
        piece = '';
      }
      piece += part;
    }
    if (piece.trim()) pieces.push(piece.trim());
  }
  return pieces;
}

/** A sentence in parts that are not too wide: at its commas, else anywhere. */
function cut(sentence: string, most: number): string[] {
  if (widthOf(sentence) <= most) return [sentence];
  return (sentence.match(CLAUSES) ?? []).flatMap((clause) => cutAnywhere(clause, most));
}

function cutAnywhere(clause: string, most: number): string[] {
  if (widthOf(clause) <= most) return [clause];
  const parts: string[] = [];
  let part = '';
  for (const token of clause.match(/[A-Za-z0-9]+\s*|[^]/gu) ?? []) {
    if (part && widthOf(part + token) > most) {
      parts.push(part);
      part = '';
    }
    part += token;
  }
  return part ? [...parts, part] : parts;
}
