// Pages that take turns, and pieces of long texts.
import { expect, it } from 'vitest';
import { lineEnds, PAGE_MS, pagesOf, turnOf, type Measured } from './pages';
import { piecesOf, widthOf } from './pieces';

/** Items of these heights, one below the other, with lines of 10. */
function list(...heights: number[]): Measured[] {
  let below = 0;
  return heights.map((height) => {
    const top = below;
    below += height;
    return { top, height, lines: Array.from({ length: height / 10 }, (_, index) => top + 10 * (index + 1)) };
  });
}

it('fills a page with as many items as fit whole', () => {
  expect(pagesOf(list(10, 10, 10, 10), 25)).toEqual([
    { top: 0, bottom: 20, from: 0, until: 2 },
    { top: 20, bottom: 40, from: 2, until: 4 },
  ]);
  expect(pagesOf(list(10, 10), 20)).toHaveLength(1);
});

it('goes on with an item that is higher than a page, and cuts no line', () => {
  expect(pagesOf(list(10, 50, 10), 25)).toEqual([
    { top: 0, bottom: 20, from: 0, until: 2 },
    { top: 20, bottom: 40, from: 1, until: 2 },
    { top: 40, bottom: 60, from: 1, until: 2 },
    { top: 60, bottom: 70, from: 2, until: 3 },
  ]);
});

it('begins such an item on a page of its own where little room is left', () => {
  expect(pagesOf(list(20, 50), 25).map(({ top }) => top)).toEqual([0, 20, 40, 60]);
});

it('counts no line that is not seen, and ends none below the box that cuts it', () => {
  const lines = [0, 13, 26].map((top) => ({ top: top - 1, bottom: top + 14 }));
  expect(lineEnds(lines, 26)).toEqual([14, 26]);
  expect(lineEnds(lines, Infinity)).toEqual([14, 27, 40]);
});

it('has one page for nothing', () => {
  expect(pagesOf([], 20)).toHaveLength(1);
});

it('keeps a page for twelve seconds and begins again after the last one', () => {
  const turns = [0, PAGE_MS - 1, PAGE_MS, 2 * PAGE_MS, 3 * PAGE_MS].map((now) => turnOf(now, 3));
  expect(turns).toEqual([0, 0, 1, 2, 0]);
  expect(turnOf(5 * PAGE_MS, 1)).toBe(0);
  expect(turnOf(100_000, 2, 100_000 - PAGE_MS)).toBe(1);
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
