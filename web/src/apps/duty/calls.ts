// The requests of duty.
import { api, send } from '@/api/client';
import { batched } from '@/core/batch';
import type {
  Change,
  Count,
  Days,
  History,
  NewChange,
  NewRoster,
  NewSwap,
  Person,
  Preview,
  Roster,
  RosterChange,
  Swap,
  Tick,
  Today,
} from './types';

const of = (inClass?: string): { class?: string } => (inClass ? { class: inClass } : {});
const at = (id: string): { path: { id: string } } => ({ path: { id } });

export const readDays = (from: string, until: string, inClass?: string): Promise<Days> =>
  send(api.GET('/api/duty', { params: { query: { from, until, ...of(inClass) } } }));

export const readToday = (inClass?: string): Promise<Today> =>
  send(api.GET('/api/duty/today', { params: { query: of(inClass) }, fetch: batched }));

export const readRosters = async (inClass?: string): Promise<Roster[]> =>
  (await send(api.GET('/api/duty/rosters', { params: { query: of(inClass) } }))).rosters;

/** The entries of the class list. */
export const readPeople = async (inClass?: string): Promise<Person[]> =>
  (await send(api.GET('/api/seating', { params: { query: of(inClass) } }))).people;

export const createRoster = (body: NewRoster): Promise<Roster> => send(api.POST('/api/duty/rosters', { body }));

export const changeRoster = (id: string, body: RosterChange): Promise<Roster> =>
  send(api.PATCH('/api/duty/rosters/{id}', { params: at(id), body }));

export const removeRoster = (id: string): Promise<unknown> =>
  send(api.DELETE('/api/duty/rosters/{id}', { params: at(id) }));

export const previewRoster = (roster: NewRoster, inClass?: string): Promise<Preview> =>
  send(api.POST('/api/duty/rosters/preview', { params: { query: of(inClass) }, body: { roster } }));

export const putTurn = (roster_id: string, date: string, body: Tick): Promise<unknown> =>
  send(api.PUT('/api/duty/turns/{roster_id}/{date}', { params: { path: { roster_id, date } }, body }));

export const createChange = (body: NewChange): Promise<Change> => send(api.POST('/api/duty/changes', { body }));

export const removeChange = (id: string): Promise<unknown> =>
  send(api.DELETE('/api/duty/changes/{id}', { params: at(id) }));

export const readSwaps = async (): Promise<Swap[]> => (await send(api.GET('/api/duty/swaps'))).swaps;

export const createSwap = (body: NewSwap): Promise<Swap> => send(api.POST('/api/duty/swaps', { body }));

export type SwapAct = 'accept' | 'decline' | 'cancel';
export const actOnSwap = (id: string, act: SwapAct): Promise<unknown> =>
  send(api.POST(`/api/duty/swaps/{id}/${act}` as const, { params: at(id) }));

export const readHistory = (roster_id: string, page: number): Promise<History> =>
  send(api.GET('/api/duty/history', { params: { query: { roster_id, page } } }));

export const readCounts = async (from: string, until: string, inClass?: string): Promise<Count[]> =>
  (await send(api.GET('/api/duty/counts', { params: { query: { from, until, ...of(inClass) } } }))).counts;
