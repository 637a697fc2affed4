// Cutting a text at its marks.
import { expect, it } from 'vitest';
import { pieces } from './marked-text';

it('cuts a text where marks begin and end, and loses nothing of it', () => {
  const cut = (text: string, marks: [number, number][]) =>
    pieces(
      text,
      marks.map(([start, end]) => ({ start, end })),
    ).map(({ text: part, marked }) => (marked ? `[${part}]` : part));
  expect(cut('明天讲牛顿定律', [[3, 5]])).toEqual(['明天讲', '[牛顿]', '定律']);
  expect(
    cut('牛顿和牛顿', [
      [0, 2],
      [3, 5],
    ]),
  ).toEqual(['[牛顿]', '和', '[牛顿]']);
  expect(cut('牛顿', [])).toEqual(['牛顿']);
  expect(cut('', [])).toEqual([]);
});
