// The requests of the seats and draws.
import { api, send } from '@/api/client';
import type {
  Arranged,
  Draw,
  DrawPage,
  How,
  ListChange,
  ListRef,
  NewDraw,
  NewList,
  NewPlan,
  Revision,
  Roster,
  SavedList,
  Seating,
} from './types';

const of = (inClass?: string): { query: { class?: string } } => ({ query: inClass ? { class: inClass } : {} });
const at = (id: string): { path: { id: string } } => ({ path: { id } });

export const readSeating = (inClass?: string): Promise<Seating> =>
  send(api.GET('/api/seating', { params: of(inClass) }));

export const putPlan = (plan: NewPlan, revision: number, inClass?: string): Promise<Seating> =>
  send(api.PUT('/api/seating', { params: of(inClass), body: { ...plan, revision } }));

export const readRevisions = async (inClass?: string): Promise<Revision[]> =>
  (await send(api.GET('/api/seating/revisions', { params: of(inClass) }))).revisions;

export const restorePlan = (revision: number, inClass?: string): Promise<Seating> =>
  send(api.POST('/api/seating/revisions/{revision}/restore', { params: { path: { revision }, ...of(inClass) } }));

/** The plan with its people moved, which is not saved. */
export const arrange = (how: How, plan: NewPlan, keep: readonly string[], inClass?: string): Promise<Arranged> =>
  send(api.POST('/api/seating/arrange', { params: of(inClass), body: { how, plan, keep: [...keep] } }));

export const readLists = async (inClass?: string): Promise<SavedList[]> =>
  (await send(api.GET('/api/picker/lists', { params: of(inClass) }))).lists;

export const createList = (body: NewList, inClass?: string): Promise<SavedList> =>
  send(api.POST('/api/picker/lists', { params: of(inClass), body }));

export const changeList = (id: string, body: ListChange): Promise<SavedList> =>
  send(api.PATCH('/api/picker/lists/{id}', { params: at(id), body }));

export const removeList = (id: string): Promise<unknown> =>
  send(api.DELETE('/api/picker/lists/{id}', { params: at(id) }));

/** The groups of duty, out of which one can draw as well. */
export const readRosters = async (inClass?: string): Promise<Roster[]> =>
  (await send(api.GET('/api/duty/rosters', { params: of(inClass) }))).rosters;

export const createDraw = (body: NewDraw, inClass?: string): Promise<Draw> =>
  send(api.POST('/api/picker/draws', { params: of(inClass), body }));

export const readDraws = (page: number, inClass?: string): Promise<DrawPage> =>
  send(api.GET('/api/picker/draws', { params: { query: { page, ...of(inClass).query } } }));

/** A draw with everything that recomputes it. */
export const readDraw = (id: string): Promise<Draw> => send(api.GET('/api/picker/draws/{id}', { params: at(id) }));

/** The counts of a list begin anew. */
export const resetCounts = (list: ListRef, inClass?: string): Promise<unknown> =>
  send(api.POST('/api/picker/reset', { params: of(inClass), body: { list } }));
