// From a time at school back to the moment that it is.
import { toSchoolTime, type SchoolTime } from '../time';

/** The moment at which the clock at school shows the fields of a date. */
export function momentOfSchoolTime(shown: SchoolTime): Date {
  const first = shown.getTime() + (shown.getTime() - toSchoolTime(shown).getTime());
  // Once more, for a change of the clocks between the two.
  return new Date(first + shown.getTime() - toSchoolTime(new Date(first)).getTime());
}
