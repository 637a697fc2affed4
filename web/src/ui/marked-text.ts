// A text cut where the parts begin and end that stand out; pure.

export interface MarkedPart {
  /** In UTF-16 code units, as JavaScript counts. */
  start: number;
  end: number;
}

export interface Piece {
  text: string;
  marked: boolean;
}

/** The pieces of a text in their order, none of them empty. Parts come in their order and do not overlap. */
export function pieces(text: string, marks: readonly MarkedPart[]): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    found.push({ text: text.slice(at, start), marked: false }, { text: text.slice(start, end), marked: true });
    at = end;
  }
  found.push({ text: text.slice(at), marked: false });
  return found.filter((piece) => piece.text !== '');
}
