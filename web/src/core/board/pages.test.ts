// Pages that take turns, and pieces of long texts.
import { expect, it } from 'vitest';
import { addLines, PAGE_MS, pagesOf, turnOf, type Line, type Measured, type Page } from './pages';
import { piecesOf, widthOf } from './pieces';

/** One item below the other, each with paragraphs of so many lines of 10; the first line of each item is its title. */
function list(...items: number[][]): Measured[] {
  let below = 0;
  return items.map((paragraphs) => {
    const top = below;
    const lines = (count: number): Line[] => Array.from({ length: count }, () => ({ right: 7, bottom: (below += 10) }));
    return { top, head: 10, paragraphs: paragraphs.map(lines), height: below - top };
  });
}
const whole = (...heights: number[]): Measured[] => list(...heights.map((height) => [height / 10]));
/** From where to where the pages show the list. */
const parts = (pages: readonly Page[]): number[][] => pages.map(({ top, bottom }) => [top, bottom]);

it('fills a page with as many items as fit whole', () => {
  expect(pagesOf(whole(10, 10, 10, 10), 25)).toEqual([
    { top: 0, bottom: 20, from: 0, until: 2, head: 0 },
    { top: 20, bottom: 40, from: 2, until: 4, head: 0 },
  ]);
  expect(pagesOf(whole(10, 10), 20)).toHaveLength(1);
});

it('puts about as much on each page', () => {
  const eight = Array.from({ length: 8 }, () => 10);
  expect(parts(pagesOf(whole(...eight), 70))).toEqual([
    [0, 40],
    [40, 80],
  ]);
  expect(parts(pagesOf(whole(10, 20, 10, 10), 40))).toEqual([
    [0, 30],
    [30, 50],
  ]);
});

it('goes on with an item that is higher than a page from paragraph to paragraph, below its title', () => {
  expect(pagesOf(list([1], [3, 2, 3], [1]), 50)).toEqual([
    { top: 0, bottom: 40, from: 0, until: 2, head: 0, cut: 7 },
    { top: 40, bottom: 60, from: 1, until: 2, head: 10, cut: 7 },
    { top: 60, bottom: 100, from: 1, until: 3, head: 10 },
  ]);
});

it('parts a paragraph that is higher than a page between its lines, and leaves none of them alone', () => {
  expect(parts(pagesOf(list([6]), 50))).toEqual([
    [0, 40],
    [40, 60],
  ]);
  expect(parts(pagesOf(list([10]), 50))).toEqual([
    [0, 40],
    [40, 70],
    [70, 100],
  ]);
});

it('leaves no title alone at the end of a page', () => {
  expect(parts(pagesOf(list([4], [8]), 50))).toEqual([
    [0, 40],
    [40, 90],
    [90, 120],
  ]);
  expect(parts(pagesOf(list([4], [2, 6]), 50))[0]).toEqual([0, 40]);
});

it('does not show a title again that would take half of the page', () => {
  expect(pagesOf(list([5]), 20).map(({ head, top, bottom }) => [head, top, bottom])).toEqual([
    [0, 0, 20],
    [0, 20, 30],
    [0, 30, 50],
  ]);
});

it('makes one line of what stands side by side, and counts none that is not seen', () => {
  const lines: Line[] = [];
  const rect = (top: number, right: number, height = 15) => ({ top, right, bottom: top + height });
  addLines(lines, [rect(-1, 40), rect(2, 60, 14)], Infinity);
  addLines(lines, [rect(12, 30)], Infinity);
  expect(lines).toEqual([
    { right: 60, bottom: 16 },
    { right: 30, bottom: 27 },
  ]);
  addLines(lines, [rect(25, 50), rect(38, 50)], 39);
  expect(lines.slice(2)).toEqual([{ right: 50, bottom: 39 }]);
});

it('has no page for nothing', () => {
  expect(pagesOf([], 20)).toEqual([]);
});

it('keeps a page for twelve seconds and begins again after the last one', () => {
  const turns = [0, PAGE_MS - 1, PAGE_MS, 2 * PAGE_MS, 3 * PAGE_MS].map((now) => turnOf(now, 3));
  expect(turns).toEqual([0, 0, 1, 2, 0]);
  expect(turnOf(5 * PAGE_MS, 1)).toBe(0);
  expect(turnOf(100_000, 2, 100_000 - PAGE_MS)).toBe(1);
});

it('shows each page of a part that is seen in one of several turns', () => {
  const groups = 4;
  const seen = new Set<string>();
  for (let now = 0; now < 12 * PAGE_MS; now += PAGE_MS)
    if (turnOf(now, groups) === 1) seen.add(`${turnOf(now / groups, 2)} ${turnOf(now / groups, 3)}`);
  expect([...seen]).toEqual(['0 0', '1 1', '0 2']);
});

it('cuts a text at the ends of its sentences', () => {
  expect(piecesOf('明天带校服。周五交表！记得签字。', 9)).toEqual(['明天带校服。', '周五交表！', '记得签字。']);
  expect(piecesOf('明天带校服。周五交表！', 20)).toEqual(['明天带校服。周五交表！']);
  expect(piecesOf('Bring 3.5 kg. Be early.', 9)).toEqual(['Bring 3.5 kg.', 'Be early.']);
  expect(piecesOf('one\n\ntwo', 20)).toEqual(['one', 'two']);
});

it('cuts a sentence that is too long, and no English word', () => {
  expect(piecesOf('一二三四五六七八九十', 4)).toEqual(['一二三四', '五六七八', '九十']);
  expect(piecesOf('version 3.5 brings homework', 8).join(' ')).toBe('version 3.5 brings homework');
});

it('loses nothing of a text and makes no piece too wide', () => {
  const text = '请各位同学于 11 月 30 日（周一）之前，把安全平台的作业做完，并截图发给组长；没有做完的同学午休补做。';
  const pieces = piecesOf(text, 20);
  expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  expect(pieces.every((piece) => widthOf(piece) <= 20)).toBe(true);
});
