// How what does not fit on a board at once takes turns. Pure.

/** How long a page stays, in ms: long enough to be read from the last row. */
export const PAGE_MS = 12_000;
/** So often the height of the pages is halved in search of the least one. */
const TRIES = 9;

/** Where a line of a text ends, in px from the left and the top of the list. */
export interface Line {
  right: number;
  bottom: number;
}

/** Where a piece of a line stands, in the same way. */
type Rect = Line & { top: number };

/** An item of a list as it was measured, in px from the top of the list. */
export interface Measured {
  top: number;
  height: number;
  /** How high its title is. */
  head: number;
  /** The lines of its paragraphs, the title with the first one; asked for only where the item is higher than a page. */
  paragraphs: readonly (readonly Line[])[];
}

/** What is seen at once: from one height of the list to another, and which of the items that are, as indexes. */
export interface Page {
  top: number;
  bottom: number;
  from: number;
  until: number;
  /** How high the title is that stands above it again, of an item that goes on on this page. */
  head: number;
  /** Where the last line ends if its item goes on on the next page. */
  cut?: number;
}

/** What no page parts: an item, or some lines of one. */
interface Block extends Line {
  top: number;
  /** Of its item. */
  index: number;
  /** The title of its item if that began before. */
  head?: number;
}

/**
 * Puts items on pages of one height, and on each about as much: whole items where they fit on a page at all, others from
 * paragraph to paragraph, and a paragraph that is higher than a page from line to line.
 */
export function pagesOf(items: readonly Measured[], room: number): Page[] {
  const blocks = items.flatMap((item, index) => blocksOf(item, index, room));
  const { length } = filled(blocks, room);
  let [low, high] = [0, room];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const middle = (low + high) / 2;
    if (filled(blocks, middle).length > length) low = middle;
    else high = middle;
  }
  return filled(blocks, high);
}

function filled(blocks: readonly Block[], most: number): Page[] {
  const pages: Page[] = [];
  blocks.forEach(({ top, bottom, index, head }, at) => {
    let page = pages[pages.length - 1];
    if (!page || page.head + bottom - page.top > most) {
      if (page && head !== undefined) page.cut = blocks[at - 1]?.right;
      page = { top, bottom, from: index, until: index, head: head ?? 0 };
      pages.push(page);
    }
    page.bottom = bottom;
    page.until = index + 1;
  });
  return pages;
}

function blocksOf({ top, height, head, paragraphs }: Measured, index: number, room: number): Block[] {
  if (height <= room) return [{ top, bottom: top + height, right: 0, index }];
  const blocks: Block[] = [];
  // Below a title that is higher there is no room for more than a line or two.
  const again = 5 * head > 2 * room ? 0 : head;
  let start = top;
  for (const lines of paragraphs) {
    const isWhole = (lines[lines.length - 1]?.bottom ?? 0) - start + again <= room;
    lines.forEach(({ bottom, right }, line) => {
      const next = lines[line + 1];
      // The title stays with a line below it, and the last line with the one before.
      const isTied = isWhole || line + 2 === lines.length || bottom <= top + head;
      if (next && isTied && next.bottom - start + again <= room) return;
      blocks.push({ top: start, bottom, right, index, ...(start > top && { head: again }) });
      start = bottom;
    });
  }
  return blocks;
}

/**
 * Adds the lines of a piece of text that stands in boxes of which the first ends at `edge`: what is below it is not seen.
 * Pieces beside each other are one line.
 */
export function addLines(lines: Line[], rects: readonly Rect[], edge: number): void {
  for (const { top, right, bottom } of rects) {
    const middle = (top + bottom) / 2;
    const last = lines[lines.length - 1];
    const line = { right, bottom: Math.min(bottom, edge) };
    // A letter may reach a little over its box.
    if (middle >= edge) continue;
    if (last && middle < last.bottom) Object.assign(last, { right, bottom: Math.max(last.bottom, line.bottom) });
    else lines.push(line);
  }
}

/** Which of `count` pages is shown at a moment; they begin with the first one at `since`. */
export function turnOf(now: number, count: number, since = 0): number {
  if (count < 2) return 0;
  return Math.max(0, Math.floor((now - since) / PAGE_MS)) % count;
}
