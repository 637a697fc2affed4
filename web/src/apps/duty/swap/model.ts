// Whom one can ask to swap, and for which of their days. Pure.
import type { Day, Person, Swap } from '../types';

/** Who can be asked for a day of a roster: with an account, not oneself, and not on duty there anyway. */
export function partners(
  people: readonly Person[],
  days: readonly Day[],
  rosterId: string,
  date: string,
  me: string,
): Person[] {
  const busy = new Set(peopleOn(days, rosterId, date));
  return people.filter(({ number, user_id }) => user_id !== null && user_id !== me && !busy.has(number));
}

/** The days of a roster on which somebody is on duty, without those on which I am too. */
export function daysOfPartner(
  days: readonly Day[],
  rosterId: string,
  partner: string,
  mine: string,
  after: string,
): string[] {
  return days
    .filter(({ date }) => date >= after)
    .map(({ date }) => ({ date, numbers: peopleOn(days, rosterId, date) }))
    .filter(({ numbers }) => numbers.includes(partner) && !numbers.includes(mine))
    .map(({ date }) => date);
}

function peopleOn(days: readonly Day[], rosterId: string, date: string): string[] {
  const turns = days.find((day) => day.date === date)?.turns ?? [];
  return turns
    .filter(({ roster_id }) => roster_id === rosterId)
    .flatMap(({ people }) => people.map(({ number }) => number));
}

/**
 * What waits for an answer of the member, what waits for one of somebody else, and what was agreed and holds no more,
 * because the turns moved to other days; that is told until its days are over.
 */
export function shownSwaps(swaps: readonly Swap[], today: string): Record<'incoming' | 'outgoing' | 'gone', Swap[]> {
  const open = swaps.filter(({ state }) => state === 'open');
  const isToCome = ({ date, with_date }: Swap): boolean => date >= today || (with_date ?? '') >= today;
  return {
    incoming: open.filter(({ mine }) => !mine),
    outgoing: open.filter(({ mine }) => mine),
    gone: swaps.filter((swap) => swap.state === 'void' && isToCome(swap)),
  };
}
