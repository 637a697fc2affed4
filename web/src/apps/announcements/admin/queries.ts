// The announcements' talk with the server, for those who write them.
import { keepPreviousData, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type {
  Acknowledgements,
  AnnouncementChange,
  NewAnnouncement,
  StaffAnnouncement,
  StaffAnnouncementList,
} from '../types';
import { queryClient } from '@/core/query';
import type { STATES, TYPES } from './model';

const KEY = ['admin', 'announcements'];
export const PAGE = 20;
/** The largest page of those who are missing. */
const MISSING = 200;

export interface Filter {
  state: '' | (typeof STATES)[number];
  type: '' | (typeof TYPES)[number];
}

/** One page of what was written, in every state that is asked for. */
export function useAnnouncements(
  filter: Ref<Filter>,
  page: Ref<number>,
): UseQueryReturnType<StaffAnnouncementList, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, filter.value, page.value]),
    queryFn: () => {
      const { state, type } = filter.value;
      const query = { page: page.value, limit: PAGE, ...(state && { state }), ...(type && { type }) };
      return send(api.GET('/api/admin/announcements', { params: { query } }));
    },
    placeholderData: keepPreviousData,
  });
}

/** How many have confirmed, and everyone who has not. */
export function useMissing(id: number): UseQueryReturnType<Acknowledgements, Error> {
  return useQuery({
    queryKey: [...KEY, 'missing', id],
    queryFn: async () => {
      const state = await readMissing(id, 1);
      const missing = [...state.missing];
      for (let page = 2; (page - 1) * MISSING < state.total; page++) {
        missing.push(...(await readMissing(id, page)).missing);
      }
      return { ...state, missing };
    },
    staleTime: 0,
  });
}

function readMissing(id: number, page: number): Promise<Acknowledgements> {
  const params = { path: { id }, query: { limit: MISSING, page } };
  return send(api.GET('/api/admin/announcements/{id}/acknowledgements', { params }));
}

/** One, as it stands now. */
export function readOne(id: number): Promise<StaffAnnouncement> {
  return send(api.GET('/api/admin/announcements/{id}', { params: { path: { id } } }));
}

export function create(body: NewAnnouncement): Promise<StaffAnnouncement> {
  return after(send(api.POST('/api/admin/announcements', { body })));
}

export function change(id: number, body: AnnouncementChange): Promise<StaffAnnouncement> {
  return after(send(api.PUT('/api/admin/announcements/{id}', { params: { path: { id } }, body })));
}

export function pin(id: number, pinned: boolean): Promise<StaffAnnouncement> {
  return after(send(api.PATCH('/api/admin/announcements/{id}/pin', { params: { path: { id } }, body: { pinned } })));
}

export async function remove(id: number): Promise<void> {
  await after(send(api.DELETE('/api/admin/announcements/{id}', { params: { path: { id } } })));
}

export function restore(id: number): Promise<StaffAnnouncement> {
  return after(send(api.POST('/api/admin/announcements/{id}/restore', { params: { path: { id } } })));
}

/** Reminds exactly those who have not confirmed; answers how many. */
export async function remind(id: number): Promise<number> {
  const { reminded } = await after(
    send(api.POST('/api/admin/announcements/{id}/remind', { params: { path: { id } } })),
  );
  return reminded;
}

/** Whatever came of it, the lists are read anew: those of the members too. */
async function after<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY });
    void queryClient.invalidateQueries({ queryKey: ['announcements'] });
  }
}
