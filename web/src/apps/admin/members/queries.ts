// The members' talk with the server.
import { retryAfterLimit } from '@/api/retry-after-limit';
import { keepPreviousData, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { LevelEntry, LevelInfo } from '@/api/types';
import type { AdminUser, AdminUserList, BulkChange, BulkPreview, ResetCode, StatusChange, UserEdit } from '../types';
import { setAvatar } from '@/core/follow-pictures';
import { subscribe } from '@/core/live';
import { queryClient } from '@/core/query';
import type { MemberFilter } from './model';

const KEY = ['admin', 'users'];
export const PAGE = 50;
/** The most that one request gives. */
const MOST = 200;
/** The most that one bulk change may name. */
export const MAX_IN_BULK = 10_000;

/** One page of the members that fit; what another admin does to somebody shows by itself. */
export function useMembers(filter: Ref<MemberFilter>, page: Ref<number>): UseQueryReturnType<AdminUserList, Error> {
  onScopeDispose(subscribe('admin_user_status_changed', refresh));
  return useQuery({
    queryKey: computed(() => [...KEY, filter.value, page.value]),
    queryFn: () => read(filter.value, page.value, PAGE),
    placeholderData: keepPreviousData,
  });
}

/** Disables one member or lets them in again. */
export async function setStatus(id: string, body: StatusChange): Promise<AdminUser> {
  return keep(await send(api.PATCH('/api/admin/users/{id}/status', { params: { path: { id } }, body })));
}

/** Changes names, gender or profile. */
export async function edit(id: string, body: UserEdit): Promise<AdminUser> {
  return keep(await send(api.PATCH('/api/admin/users/{id}', { params: { path: { id } }, body })));
}

/** Makes a one-time code with which the member sets a new password. */
export function resetPassword(id: string): Promise<ResetCode> {
  return send(api.POST('/api/admin/users/{id}/reset-password', { params: { path: { id } } }));
}

/** Deletes the avatar of a member. */
export async function deleteAvatar(id: string): Promise<void> {
  await send(api.DELETE('/api/admin/users/{id}/avatar', { params: { path: { id } } }));
  setAvatar(id, null);
}

/** Erases a member with everything they own. */
export async function erase(id: string): Promise<void> {
  await send(api.DELETE('/api/admin/users/{id}', { params: { path: { id } } }));
  refresh();
}

/** How far a member has come; the sheet shows it beside the other facts. */
export function useLevelOf(id: string): UseQueryReturnType<LevelInfo, Error> {
  return useQuery({
    queryKey: ['admin', 'level', id],
    queryFn: () => send(api.GET('/api/admin/users/{id}/level', { params: { path: { id } } })),
    staleTime: 0,
  });
}

/** Entries of the history that one request gives. */
export const LEVEL_PAGE = 50;

/** Why a member has that experience, newest first, from before an entry on. */
export function readLevelLog(id: string, before: number | undefined): Promise<LevelEntry[]> {
  const query = { limit: LEVEL_PAGE, before };
  return send(api.GET('/api/admin/users/{id}/level/log', { params: { path: { id }, query } }));
}

/** Whom a change of many would touch. */
export function previewBulk(body: BulkChange): Promise<BulkPreview> {
  return send(api.POST('/api/admin/users/bulk-status/preview', { body }));
}

/** Changes many; answers how many. */
export async function changeMany(body: BulkChange): Promise<number> {
  try {
    return (await send(api.POST('/api/admin/users/bulk-status', { body }))).affected;
  } finally {
    // Also after a lost answer: the list then shows what has become of it.
    refresh();
  }
}

/**
 * Reads everybody who fits, page by page, and tells how far it is. Waits when the server asks to.
 * Ends early, with null, once `wanted` says no.
 */
export async function gather(
  filter: MemberFilter,
  progress: (share: number) => void,
  wanted: () => boolean,
): Promise<AdminUser[] | null> {
  const all: AdminUser[] = [];
  for (let page = 1; wanted(); page += 1) {
    const { users, total } = await retryAfterLimit(() => read(filter, page, MOST));
    all.push(...users);
    progress(total === 0 ? 1 : Math.min(1, all.length / total));
    if (users.length < MOST || all.length >= Math.min(total, MAX_IN_BULK)) return all;
  }
  return null;
}

/** Reads the lists anew. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
}

function read(filter: MemberFilter, page: number, limit: number): Promise<AdminUserList> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  return send(api.GET('/api/admin/users', { params: { query: { ...given, page, limit } } }));
}

/** Shows what the server has answered in every list at once, before they are read anew. */
function keep(changed: AdminUser): AdminUser {
  queryClient.setQueriesData<AdminUserList>(
    { queryKey: KEY },
    (list) => list && { ...list, users: list.users.map((user) => (user.id === changed.id ? changed : user)) },
  );
  refresh();
  return changed;
}
