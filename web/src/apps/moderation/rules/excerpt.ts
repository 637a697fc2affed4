// What a rule fits in a text, as pieces that a template shows one by one: nothing a member writes is ever HTML. Pure.
import type { TextPart } from '../types';

export interface Piece {
  text: string;
  hit: boolean;
}

/** What is shown before the first part, and in all, in UTF-16 code units. */
const BEFORE = 24;
const LENGTH = 180;

/**
 * The text around the first part that a rule fits, with all parts in it. They are in UTF-16 code units, come in no order
 * and may overlap.
 */
export function excerptOf(words: string, parts: readonly TextPart[]): Piece[] {
  const places = merged(parts);
  const from = unsplit(words, Math.max(0, (places[0]?.start ?? 0) - BEFORE));
  const to = unsplit(words, Math.min(words.length, from + LENGTH));
  const pieces: Piece[] = [];
  let plain = from > 0 ? '…' : '';
  let at = from;
  for (const { start, end } of places) {
    if (start >= to) break;
    plain += words.slice(at, start);
    if (plain) pieces.push({ text: plain, hit: false });
    plain = '';
    at = Math.min(end, to);
    pieces.push({ text: words.slice(start, at), hit: true });
  }
  plain += words.slice(at, to) + (to < words.length ? '…' : '');
  if (plain) pieces.push({ text: plain, hit: false });
  return pieces;
}

function merged(parts: readonly TextPart[]): TextPart[] {
  const places: TextPart[] = [];
  for (const { start, end } of [...parts].sort((a, b) => a.start - b.start)) {
    const last = places[places.length - 1];
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) places.push({ start, end });
  }
  return places;
}

/** The same place, or that before a character that is two code units. */
function unsplit(words: string, at: number): number {
  const unit = at > 0 ? words.charCodeAt(at) : 0;
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
