// Whether a draft says what it is called and when it holds. Pure.
import { isDate } from '../model';
import type { Draft } from './model';

export type TermField = 'name' | 'from' | 'until' | 'firstDay';
/** `early`: it ends before it begins; `late`: its first week begins after it does. */
export type TermFault = 'empty' | 'date' | 'early' | 'late';

/** What is wrong with the name and the dates, by field. */
export function termFaults({ name, from, until, firstDay }: Draft): Partial<Record<TermField, TermFault>> {
  const early = isDate(until) && until < from && 'early';
  const late = firstDay > from && 'late';
  const faults = {
    name: name.trim() === '' && 'empty',
    from: !isDate(from) && 'date',
    until: until !== '' && !isDate(until) ? 'date' : early,
    firstDay: isDate(firstDay) ? late : 'date',
  } as const;
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault));
}
