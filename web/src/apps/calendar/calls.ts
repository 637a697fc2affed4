// The requests of the calendar.
import { api, guardedFetch, send } from '@/api/client';
import { batched } from '@/core/batch';
import { ApiFailure } from '@/api/failure';
import { saveFile } from '@/core/save-file';
import { sendBytes } from '@/core/send-bytes';
import type {
  CalendarEvent,
  CalendarFile,
  CalendarRange,
  Changed,
  EventChange,
  Feed,
  MadeFeed,
  NewEvent,
  NewFeed,
  Owner,
  Scope,
  WholeChange,
} from './types';

const ONE = '/api/calendar/{id}';
const at = (id: string): { path: { id: string } } => ({ path: { id } });
const TIMEOUT_MS = 20_000;
/** The largest file that the server takes. */
export const MOST_BYTES = 2 * 1024 * 1024;

/** The days of a range, both ends included; at most 62. */
export const readRange = (from: string, until: string, inClass?: string): Promise<CalendarRange> =>
  send(api.GET('/api/calendar', { params: { query: { from, until, class: inClass } }, fetch: batched }));

export const readEvent = (id: string): Promise<CalendarEvent> => send(api.GET(ONE, { params: at(id) }));

export const createEvent = (body: NewEvent): Promise<Changed> => send(api.POST('/api/calendar', { body }));

export const changeEvent = (id: string, body: EventChange): Promise<Changed> =>
  send(api.PATCH(ONE, { params: at(id), body }));

/** What is deleted of a series. */
export interface Which {
  scope: Scope;
  occurrence?: string;
}

export const removeEvent = (id: string, { scope, occurrence }: Which): Promise<Changed> =>
  send(api.DELETE(ONE, { params: { ...at(id), query: { scope, occurrence } } }));

export const undoChange = (id: string): Promise<WholeChange> =>
  send(api.POST('/api/calendar/changes/{id}/undo', { params: at(id) }));

export const readFeeds = async (): Promise<Feed[]> => (await send(api.GET('/api/calendar/feeds'))).feeds;

export const createFeed = (body: NewFeed): Promise<MadeFeed> => send(api.POST('/api/calendar/feeds', { body }));

export const removeFeed = (id: string): Promise<unknown> =>
  send(api.DELETE('/api/calendar/feeds/{id}', { params: at(id) }));

/** Which calendar a file is for. */
export interface Into {
  owner: Owner;
  inClass?: string;
}

const into = ({ owner, inClass }: Into, more = ''): string =>
  `owner=${owner}${owner === 'class' && inClass ? `&class=${inClass}` : ''}${more}`;

/** What a file would bring; nothing is stored. */
export const readFile = (file: File, to: Into): Promise<CalendarFile> =>
  sendBytes({
    path: `/api/calendar/files?${into(to)}`,
    type: 'application/octet-stream',
    bytes: file,
    isAnswer: (data): data is CalendarFile => 'events' in data && 'problems' in data,
  });

/** Stores what a file has, without the events that cannot be read. */
export const importFile = (file: File, to: Into): Promise<WholeChange> =>
  sendBytes({
    path: `/api/calendar/import?${into(to, '&skip_problems=true')}`,
    type: 'application/octet-stream',
    bytes: file,
    isAnswer: (data): data is WholeChange => 'change_id' in data,
  });

/** Saves a calendar on the device as an iCalendar file. */
export async function exportCalendar({ owner, inClass }: Into, name: string): Promise<void> {
  const address = new URL(`/api/calendar/export?${into({ owner, inClass })}`, location.href).href;
  const response = await guardedFetch(new Request(address), TIMEOUT_MS);
  if (!response.ok) throw ApiFailure.fromAnswer(response, await response.json().catch(() => null));
  const bytes = await response.blob().catch(() => {
    throw new ApiFailure(0, '');
  });
  saveFile(`${name}.ics`, bytes, bytes.type);
}
