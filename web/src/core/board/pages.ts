// How what does not fit on a board at once takes turns. Pure.

/** How long a page stays, in ms: long enough to be read from the last row. */
export const PAGE_MS = 12_000;
/** A page that has less room left than this share of it is no place to begin what goes on on the next one. */
const LEAST_ROOM = 0.4;

/** An item of a list as it was measured, in px from the top of the list. */
export interface Measured {
  top: number;
  height: number;
  /** The lower ends of its lines, in their order; asked for only where the item is higher than a page. */
  lines: readonly number[];
}

/** What is seen at once: from one height of the list to another, and which of the items that are, as indexes. */
export interface Page {
  top: number;
  bottom: number;
  from: number;
  until: number;
}

/** Puts items on pages of one height: whole ones where they fit on a page at all, others from line to line. */
export function pagesOf(items: readonly Measured[], room: number): Page[] {
  const pages: Page[] = [];
  let page: Page = { top: 0, bottom: 0, from: 0, until: 0 };
  const turn = (top: number, index: number): void => {
    if (page.bottom > page.top) pages.push(page);
    page = { top, bottom: top, from: index, until: index };
  };
  const take = (bottom: number, index: number): void => void (page = { ...page, bottom, until: index + 1 });
  items.forEach(({ top, height, lines }, index) => {
    const left = page.top + room - top;
    const isTall = height > room;
    if (isTall ? left < LEAST_ROOM * room : left < height) turn(top, index);
    if (!isTall) return take(top + height, index);
    for (const line of lines) {
      if (line - page.top > room) turn(page.bottom, index);
      take(line, index);
    }
  });
  return [...pages, page];
}

/** Where the lines of a text end that stands in boxes of which the first ends at `edge`: lines below it are not seen. */
export function lineEnds(lines: readonly { top: number; bottom: number }[], edge: number): number[] {
  // A letter may reach a little over its box.
  return lines.filter(({ top, bottom }) => (top + bottom) / 2 < edge).map(({ bottom }) => Math.min(bottom, edge));
}

/** Which of `count` pages is shown at a moment; they begin with the first one at `since`. */
export function turnOf(now: number, count: number, since = 0): number {
  if (count < 2) return 0;
  return Math.max(0, Math.floor((now - since) / PAGE_MS)) % count;
}
