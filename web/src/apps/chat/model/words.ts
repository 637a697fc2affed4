// A text as pieces that a template shows one by one, so that nothing a member writes is ever HTML:
// words, addresses and called names. Pure.

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; mine: boolean };

interface Said {
  type: string;
  content: string;
  recalled: boolean;
  mentions: readonly string[];
}

/** Whether a message is words alone, with nothing in them to point out. */
export function isPlain({ type, content, recalled, mentions }: Said): boolean {
  return type === 'text' && !recalled && mentions.length === 0 && !content.includes('://');
}

/** `http` and `https` alone; what follows a sentence is no part of an address. */
const ADDRESS = /https?:\/\/[^\s<>"'，。；：！？、（）《》「」【】\u3000]+/gi;
const TRAILING = /[.,;:!?)\]}'"]+$/;

export interface Called {
  /** A name that the message calls. */
  name: string;
  mine: boolean;
}

/** Cuts a text into pieces; joined together they are the text again. */
export function piecesOf(text: string, called: readonly Called[] = []): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, '');
    if (!isAddress(address)) continue;
    pieces.push(...names(text.slice(end, match.index), called));
    pieces.push({ kind: 'link', text: address, href: address });
    end = (match.index ?? 0) + address.length;
  }
  return [...pieces, ...names(text.slice(end), called)];
}

function isAddress(raw: string): boolean {
  try {
    const { protocol, hostname } = new URL(raw);
    return /^https?:$/.test(protocol) && hostname !== '';
  } catch {
    return false;
  }
}

function names(text: string, called: readonly Called[]): Piece[] {
  // The longest name first: 小明明 is not 小明.
  const known = [...called].sort((a, b) => b.name.length - a.name.length);
  const pieces: Piece[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const found = text[at] === '@' && known.find(({ name }) => text.startsWith(name, at + 1));
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) pieces.push({ kind: 'text', text: plain });
    plain = '';
    pieces.push({ kind: 'mention', text: `@${found.name}`, mine: found.mine });
    at += found.name.length + 1;
  }
  if (plain) pieces.push({ kind: 'text', text: plain });
  return pieces;
}

/** The parts of a text around what was searched for, for marking it. */
export function marked(text: string, query: string): { text: string; hit: boolean }[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const lower = text.toLowerCase();
  const parts: { text: string; hit: boolean }[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const word = words.find((one) => lower.startsWith(one, at));
    if (!word) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) parts.push({ text: plain, hit: false });
    plain = '';
    parts.push({ text: text.slice(at, at + word.length), hit: true });
    at += word.length;
  }
  if (plain) parts.push({ text: plain, hit: false });
  return parts;
}
