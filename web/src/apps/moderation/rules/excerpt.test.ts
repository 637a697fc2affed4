// What a rule fits is marked where it stands, however the server orders it.
import { expect, it } from 'vitest';
import { excerptOf } from './excerpt';

const shown = (words: string, ...parts: [number, number][]): string =>
  excerptOf(
    words,
    parts.map(([start, end]) => ({ start, end })),
  )
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('');

it('marks each part, also those that touch, overlap or come in no order', () => {
  expect(shown('你这个笨蛋，笨蛋！', [6, 8], [3, 5])).toBe('你这个[笨蛋]，[笨蛋]！');
  expect(shown('笨蛋蛋', [0, 2], [1, 3])).toBe('[笨蛋蛋]');
  expect(shown('笨蛋', [0, 1], [1, 2])).toBe('[笨蛋]');
});

it('counts as the server does: in UTF-16 code units', () => {
  expect(shown('😀笨蛋', [2, 4])).toBe('😀[笨蛋]');
});

it('begins shortly before the first part and ends before a text becomes long', () => {
  const text = shown(`${'前'.repeat(100)}笨蛋${'后'.repeat(400)}`, [100, 102]);
  expect(text).toBe(`…${'前'.repeat(24)}[笨蛋]${'后'.repeat(154)}…`);
});

it('cuts no character in two', () => {
  const words = `${'😀'.repeat(50)}a笨蛋${'😀'.repeat(200)}`;
  const text = shown(words, [101, 103]);
  expect(text).toBe(`…${'😀'.repeat(12)}a[笨蛋]${'😀'.repeat(76)}…`);
  expect(shown(`a${'😀'.repeat(300)}`, [0, 1])).toBe(`[a]${'😀'.repeat(89)}…`);
});

it('shortens a part that is longer than what is shown', () => {
  expect(shown('笨'.repeat(300), [0, 300])).toBe(`[${'笨'.repeat(180)}]…`);
});
