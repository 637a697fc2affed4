// The requests of the timetable.
import { api, send } from '@/api/client';
import { batched } from '@/core/batch';
import type {
  Day,
  DaysSaved,
  Full,
  NewTimetable,
  Overview,
  Owner,
  Revision,
  SavedTimetable,
  SaveToUndo,
  SeenChange,
  TimetableChange,
} from './types';

/** Whose lessons: with one's own in the place of the class's, or the class's alone. */
export type Of = Owner;

const at = (id: string): { path: { id: string } } => ({ path: { id } });

export const readOverview = (inClass?: string): Promise<Overview> =>
  send(api.GET('/api/timetable', { params: { query: { class: inClass } } }));

export const readTimetable = (id: string): Promise<Full> => send(api.GET('/api/timetable/{id}', { params: at(id) }));

/** The days of a range, both ends included; at most 62. */
export const readDays = async (from: string, until: string, of: Of, inClass?: string): Promise<Day[]> => {
  const query = { from, until, of, class: inClass };
  return (await send(api.GET('/api/timetable/days', { params: { query }, fetch: batched }))).days;
};

export const createTimetable = (body: NewTimetable): Promise<SavedTimetable> =>
  send(api.POST('/api/timetable', { body }));

export const changeTimetable = (id: string, body: TimetableChange): Promise<SavedTimetable> =>
  send(api.PATCH('/api/timetable/{id}', { params: at(id), body }));

export const removeTimetable = (id: string): Promise<unknown> =>
  send(api.DELETE('/api/timetable/{id}', { params: at(id) }));

/** Brings back what was saved as a revision, also of a timetable that was deleted. */
export const restoreTimetable = (id: string, revision: number): Promise<Full> =>
  send(api.POST('/api/timetable/{id}/restore', { params: at(id), body: { revision } }));

/** Takes the newest save back with the days that came with it, all or nothing; refused when somebody has changed them since. */
export const undoSave = (id: string, body: SaveToUndo): Promise<unknown> =>
  send(api.POST('/api/timetable/{id}/undo', { params: at(id), body }));

export const readRevisions = async (id: string): Promise<Revision[]> =>
  (await send(api.GET('/api/timetable/{id}/revisions', { params: at(id) }))).revisions;

/** Changes dates; answers what was there before, which takes the change back when it is sent. */
export const putDays = (days: readonly SeenChange[], inClass?: string): Promise<DaysSaved> =>
  send(api.PUT('/api/timetable/days', { body: { days: [...days], ...(inClass && { class: inClass }) } }));
