// Reads what the highlighter writes, spans and escaped text, into plain parts: no HTML is set anywhere; pure.

export interface Span {
  /** The classes of all spans around the text, empty for none. */
  kind: string;
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const PART = /<span class="([^"]*)">|<\/span>|([^<]+)/g;

/** The parts of highlighted code, in order. */
export function spansOf(html: string): Span[] {
  const parts: Span[] = [];
  const around: string[] = [];
  for (const [part, kind, text] of html.matchAll(PART)) {
    if (kind !== undefined) around.push(kind);
    else if (text === undefined) around.pop();
    else parts.push({ kind: around[around.length - 1] ?? '', text: unescape(text) });
    if (part === '') break;
  }
  return parts;
}

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
