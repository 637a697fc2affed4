// CSES 2 knows cycles of days only, so a timetable of weeks comes out of it as a cycle of 7 or 14 days that begins on a
// Monday. This makes it one of weeks again.
import type { Schedule, Timetable, Weeks } from '../types';

const [WEEK, FORTNIGHT] = [7, 14];
const WEEKS: readonly Weeks[] = ['all', 'odd', 'even'];

/** The same lessons by weekdays; null where the cycle is not one week or two. */
export function asWeek(timetable: Timetable): Timetable | null {
  const { cycle, schedules = [] } = timetable;
  if (cycle?.kind !== 'days' || cycle.pauses_on_days_off) return null;
  const working = cycle.spans.flatMap(({ activity, count }) =>
    Array.from({ length: count }, () => activity === 'work'),
  );
  if (working.length !== WEEK && working.length !== FORTNIGHT) return null;
  const places = working.flatMap((works, place) => (works ? [place] : []));
  const byWeekday = schedules.flatMap((one) => byWeeks(one, places, working.length));
  return { ...timetable, cycle: { kind: 'weekly' }, schedules: byWeekday };
}

/** A schedule once for every week, once for odd and once for even ones, as far as it has days of each. */
function byWeeks(schedule: Schedule, places: readonly number[], length: number): Schedule[] {
  const found = new Map<number, Weeks>();
  for (const number of schedule.days) {
    const place = places[number - 1];
    if (place === undefined) continue;
    const day = (place % WEEK) + 1;
    const weeks = length === WEEK ? 'all' : place < WEEK ? 'odd' : 'even';
    found.set(day, found.has(day) && found.get(day) !== weeks ? 'all' : weeks);
  }
  const daysOf = (weeks: Weeks): number[] => [...found.keys()].filter((day) => found.get(day) === weeks);
  const parts = WEEKS.map((weeks) => ({ ...schedule, weeks, days: daysOf(weeks).sort((a, b) => a - b) }));
  const taught = parts.filter(({ days }) => days.length > 0);
  return taught.length > 0 ? taught : [{ ...schedule, weeks: 'all', days: [] }];
}
