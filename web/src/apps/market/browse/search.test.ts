// Entries of the market are found by any of their words.
import { expect, it } from 'vitest';
import { found } from './search';

const entries = [
  { name: 'class-poll', label: '班级投票', description: '像五子棋一样简单', author: '王老师' },
  { name: 'gobang', label: '五子棋', description: '两人对弈', author: 'Li Lei' },
];
const names = (words: string): string[] => found(entries, words).map(({ name }) => name);

it('shows all as long as nothing is typed', () => {
  expect(names('  ')).toEqual(['class-poll', 'gobang']);
});

it('puts what is called so before what only mentions it', () => {
  expect(names('五子棋')).toEqual(['gobang', 'class-poll']);
});

it('finds by name, author and description, in any case', () => {
  expect(names('GOBANG')).toEqual(['gobang']);
  expect(names('li lei')).toEqual(['gobang']);
  expect(names('两人')).toEqual(['gobang']);
});

it('wants every word', () => {
  expect(names('王老师 投票')).toEqual(['class-poll']);
  expect(names('王老师 对弈')).toEqual([]);
});
