// Saves what was imported: the timetable and the days that differ in one request, so that both are there or neither.
import { changeTimetable, createTimetable, putDays, removeTimetable, restoreTimetable } from '../calls';
import type { DatedChange, Full, Listed, Owner, SavedTimetable, Timetable } from '../types';

/** So many dates one request takes that changes days alone. */
const MOST_DAYS = 62;

/** What the form has decided. */
export interface Plan {
  /** Of a new timetable; a repeated creation meets the first one. */
  id: string;
  owner: Owner;
  /** For admins of all classes: whose. */
  inClass?: string;
  /** What it replaces; null for a new one. */
  replaced: Listed | null;
  name: string;
  from: string;
  until: string | null;
  first_day: string;
  timetable: Timetable;
  days: DatedChange[];
}

export interface Saved {
  full: Full;
  /** Brings back what was there before. */
  undo: () => Promise<void>;
}

export async function saveImport(plan: Plan): Promise<Saved> {
  const full = await save(plan);
  const before = [...full.days_before];
  const undo = async (): Promise<void> => {
    // What is back is not sent again when a later request fails.
    while (before.length > 0) {
      await putDays(before.slice(0, MOST_DAYS), plan.inClass);
      before.splice(0, MOST_DAYS);
    }
    if (plan.replaced) await restoreTimetable(full.id, plan.replaced.revision);
    else await removeTimetable(full.id);
  };
  return { full, undo };
}

function save(plan: Plan): Promise<SavedTimetable> {
  const { name, from, until, first_day, timetable, days, replaced } = plan;
  const fields = { name, from, first_day, timetable, ...(days.length > 0 && { days }) };
  if (replaced) return changeTimetable(replaced.id, { revision: replaced.revision, until, ...fields });
  const whose = { id: plan.id, owner: plan.owner, ...(plan.inClass && { class: plan.inClass }) };
  return createTimetable({ ...whose, ...(until && { until }), ...fields });
}
