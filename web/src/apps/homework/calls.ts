// The requests of homework. A card is an announcement: reading, confirming, deleting and bringing back are its routes.
import { api, send } from '@/api/client';
import { batched } from '@/core/batch';
import type {
  HomeworkCard,
  HomeworkChange,
  HomeworkLeft,
  HomeworkList,
  ListQuery,
  MemberSubmission,
  NewHomework,
  NewSubmission,
  Progress,
  StaffHomework,
  StaffHomeworkList,
} from './types';

const ONE = '/api/homework/{id}';
const STAFF = '/api/admin/homework';
const STAFF_ONE = '/api/admin/homework/{id}';
const at = (id: number): { path: { id: number } } => ({ path: { id } });

export const readCards = (query: ListQuery): Promise<HomeworkList> =>
  send(api.GET('/api/homework', { params: { query } }));

export const readLeft = (): Promise<HomeworkLeft> => send(api.GET('/api/homework/left', { fetch: batched }));

export const readSubjects = async (): Promise<string[]> => (await send(api.GET('/api/homework/subjects'))).subjects;

export const readCard = (id: number): Promise<HomeworkCard> => send(api.GET(ONE, { params: at(id) }));

export const putDone = (id: number, done: boolean): Promise<HomeworkCard> =>
  send(api.PUT('/api/homework/{id}/done', { params: at(id), body: { done } }));

export const putSubmission = (id: number, body: NewSubmission): Promise<HomeworkCard> =>
  send(api.PUT('/api/homework/{id}/submission', { params: at(id), body }));

export const deleteSubmission = (id: number): Promise<HomeworkCard> =>
  send(api.DELETE('/api/homework/{id}/submission', { params: at(id) }));

/** What is written for the days of a range and not published yet. */
export const readPlanned = (from: string, until: string): Promise<StaffHomeworkList> =>
  send(api.GET(STAFF, { params: { query: { from, until, state: 'scheduled' } } }));

export const readStaffCard = (id: number): Promise<StaffHomework> => send(api.GET(STAFF_ONE, { params: at(id) }));

export const createCard = (body: NewHomework): Promise<StaffHomework> => send(api.POST(STAFF, { body }));

export const changeCard = (id: number, body: HomeworkChange): Promise<StaffHomework> =>
  send(api.PATCH(STAFF_ONE, { params: at(id), body }));

export const readProgress = (id: number): Promise<Progress> =>
  send(api.GET('/api/admin/homework/{id}/progress', { params: at(id) }));

export const readMemberSubmission = (id: number, user_id: string): Promise<MemberSubmission> =>
  send(api.GET('/api/admin/homework/{id}/submissions/{user_id}', { params: { path: { id, user_id } } }));

/** Reminds exactly those who are missing; answers how many. */
export const postReminder = async (id: number): Promise<number> =>
  (await send(api.POST('/api/admin/homework/{id}/remind', { params: at(id) }))).reminded;

export const markRead = ({ id, revision }: HomeworkCard): Promise<unknown> =>
  send(api.POST('/api/announcements/{id}/read', { params: at(id), body: { revision } }));

export const acknowledge = ({ id, revision }: HomeworkCard): Promise<unknown> =>
  send(api.POST('/api/announcements/{id}/acknowledge', { params: at(id), body: { revision } }));

export const deleteCard = (id: number): Promise<unknown> =>
  send(api.DELETE('/api/admin/announcements/{id}', { params: at(id) }));

export const restoreCard = (id: number): Promise<unknown> =>
  send(api.POST('/api/admin/announcements/{id}/restore', { params: at(id) }));
