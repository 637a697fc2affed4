// A shuffle of those who have a seat: nobody comes up from the tray, nobody is lost, and the seed says who sits where.
import { expect, it } from 'vitest';
import type { NewPlan, Person } from '../types';
import { sha256 } from '../pick/sha256';
import { draftOf, unseatedOf, type Draft } from './model';
import { shuffled } from './shuffle';

const SEED = '0'.repeat(64);
const people: Person[] = Array.from({ length: 6 }, (_, i) => ({
  number: String(240101 + i),
  name: `P${i + 1}`,
  user_id: null,
  left: i === 5,
}));
const seat = (row: number, column: number, number: string | null): NewPlan['seats'][number] => ({
  row,
  column,
  number,
  blocked: number === null,
});
/** The fifth has no seat, the sixth has left the list, and one seat is closed. */
const DRAFT = draftOf({
  rows: 2,
  columns: 4,
  seats: [
    seat(0, 0, '240101'),
    seat(0, 1, null),
    seat(0, 2, '240102'),
    seat(1, 0, '240103'),
    seat(1, 2, '240104'),
    seat(1, 3, '240106'),
  ],
});
const picture = ({ cells }: Draft): string[] =>
  cells.map((line) => line.map(({ number, blocked }) => (blocked ? 'x' : (number?.slice(4) ?? '-'))).join(' '));
const bySeed = (...numbers: string[]): string[] =>
  [...numbers].sort((a, b) => (sha256(`${SEED}/2401${a}`) < sha256(`${SEED}/2401${b}`) ? -1 : 1));

it('seats those who had a seat by the seed from the front on, and leaves the tray as it is', () => {
  const [a, b, c, d] = bySeed('01', '02', '03', '04');
  const after = shuffled(DRAFT, people, new Set(), SEED);
  expect(picture(after)).toEqual([`${a} x ${b} ${c}`, `${d} - - -`]);
  expect(unseatedOf(people, after).map(({ number }) => number)).toEqual(['240105']);
});

it('leaves whoever is pinned in place', () => {
  const [a, b, c] = bySeed('01', '02', '03');
  expect(picture(shuffled(DRAFT, people, new Set(['240104', '240105']), SEED))).toEqual([
    `${a} x ${b} ${c}`,
    '- - 04 -',
  ]);
});
