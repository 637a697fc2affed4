// Saves what was imported: the timetable and the days that differ in one request, so that both are there or neither.
import { ApiFailure, asFailure } from '@/api/failure';
import { changeTimetable, createTimetable, undoSave } from '../calls';
import type { DatedChange, Full, Listed, Owner, SavedTimetable, Timetable } from '../types';
import { t } from './i18n';

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
  /** Brings back what was there before, all or nothing; refused when somebody has changed it since. */
  undo: () => Promise<void>;
}

export async function saveImport(plan: Plan): Promise<Saved> {
  const full = await save(plan);
  const set = new Map(plan.days.map(({ date, change }) => [date, change]));
  const days = full.days_before.map((day) => ({ ...day, seen: set.get(day.date) ?? null }));
  const undo = async (): Promise<void> => {
    try {
      await undoSave(full.id, { revision: full.revision, days });
    } catch (cause) {
      throw isGone(cause) ? new ApiFailure(409, t('save.undo_conflict')) : cause;
    }
  };
  return { full, undo };
}

/** Whether what was saved is no longer there: somebody has changed or deleted it. */
const isGone = (cause: unknown): boolean => [404, 409].includes(asFailure(cause).status);

function save(plan: Plan): Promise<SavedTimetable> {
  const { name, from, until, first_day, timetable, days, replaced } = plan;
  const fields = { name, from, first_day, timetable, ...(days.length > 0 && { days }) };
  if (replaced) return changeTimetable(replaced.id, { revision: replaced.revision, until, ...fields });
  const whose = { id: plan.id, owner: plan.owner, ...(plan.inClass && { class: plan.inClass }) };
  return createTimetable({ ...whose, ...(until && { until }), ...fields });
}
