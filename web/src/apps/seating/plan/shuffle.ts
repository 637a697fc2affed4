// A shuffle that leaves those without a seat where they are. The server seats the whole class; here the same order, which
// the seed gives, is used for those who have a seat. Pure.
import { ranked } from '../pick/recompute';
import type { Person } from '../types';
import { numbersOf, type Draft } from './model';

/** Whoever has a seat and is not pinned takes the free seats in the order of the seed, from the front row on. */
export function shuffled(draft: Draft, people: readonly Person[], pinned: ReadonlySet<string>, seed: string): Draft {
  const seated = numbersOf(draft);
  const moving = people.filter(({ number, left }) => !left && seated.has(number) && !pinned.has(number));
  const candidates = moving.map(({ number, name }) => ({ number, name, times: null }));
  const order = ranked({ seed, fair: false, candidates }).map(({ number }) => number);
  const isListed = new Set(people.filter(({ left }) => !left).map(({ number }) => number));
  const cells = draft.cells.map((line) =>
    line.map((cell) => {
      const stays = cell.number !== null && pinned.has(cell.number) && isListed.has(cell.number);
      return cell.blocked || stays ? cell : { number: order.shift() ?? null, blocked: false };
    }),
  );
  return { ...draft, cells };
}
