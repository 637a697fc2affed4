import { expect, it } from 'vitest';
import { BlockSplitter } from './blocks';
import { groupsOf, heightOf } from './groups';

it('keeps groups that are complete while a text grows', () => {
  const paragraphs = Array.from({ length: 40 }, (_, i) => `p${i}`);
  const splitter = new BlockSplitter();
  let groups = groupsOf([]);
  paragraphs.forEach((_, i) => {
    const next = groupsOf(splitter.update(paragraphs.slice(0, i + 1).join('\n\n')), groups);
    groups.slice(0, -2).forEach((group, at) => expect(next[at]).toBe(group));
    groups = next;
  });
  expect(groups.map(({ length }) => length)).toEqual([12, 12, 12, 4]);
  expect(groups.flat().map(({ text }) => text)).toEqual(paragraphs);
});

it('guesses that longer groups are higher', () => {
  const [short, long] = ['a', 'a\n'.repeat(50)].map((text) => heightOf([{ kind: 'text', text }]));
  expect(long).toBeGreaterThan((short ?? 0) * 10);
});
