// What the community's views and widgets read from the server; each list is one request for all who show it.
import { useInfiniteQuery, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, ref, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { Named } from '@/core/mentions/mention';
import { portalInfo } from '@/core/portal-info';
import type { Hit } from '@/api/types';
import { queryClient } from '@/core/query';
import { roomNameOf } from '@/core/room-name';
import {
  listPosts,
  listRanking,
  listRevisions,
  listVoters,
  readPost,
  readPrivacy,
  readProfile,
  readUnread,
} from '../api';
import type { Room } from '../model/audience';
import type { Post, PostPage, PostQuery, Privacy, Profile, Revision, Voters } from '../types';

export const KEY = ['community'];
export const FEED_KEY = ['community', 'feed'];
export const POST_KEY = ['community', 'post'];
export const RANKING_KEY = ['community', 'ranking'];
export const UNREAD_KEY = ['community', 'unread'];
export const LATEST_KEY = ['community', 'feed', 'latest-few'];
export const POLLS_KEY = ['community', 'feed', 'polls'];

const PAGE = 20;
/** As many as the largest widget shows. */
const FEW = 12;
export const RANKING_DAYS = 7;

/** The posts of a list, page by page. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useFeed(query: Ref<PostQuery>, enabled: Ref<boolean> = ref(true)) {
  return useInfiniteQuery({
    queryKey: computed(() => [...FEED_KEY, query.value]),
    initialPageParam: '',
    queryFn: ({ pageParam, queryKey }): Promise<PostPage> =>
      listPosts({ ...(queryKey[2] as PostQuery), limit: PAGE, ...(pageParam && { before: pageParam }) }),
    getNextPageParam: (last: PostPage) => last.next ?? undefined,
    enabled,
  });
}

export function usePost(id: Ref<number>, known: () => Post | undefined): UseQueryReturnType<Post, Error> {
  return useQuery({
    queryKey: computed(() => [...POST_KEY, id.value]),
    queryFn: ({ queryKey }) => readPost(queryKey[2] as number),
    // What a list has of it stands there at once; the whole follows.
    placeholderData: () => known(),
    staleTime: 0,
  });
}

export function useRanking(list: Ref<'hot' | 'food'>, days = RANKING_DAYS): UseQueryReturnType<Post[], Error> {
  return useQuery({
    queryKey: computed(() => [...RANKING_KEY, list.value, days]),
    queryFn: ({ queryKey }) => listRanking(queryKey[2] as 'hot' | 'food', days),
  });
}

/** The newest posts of all kinds, for the widget. */
export const latestQuery = { queryKey: LATEST_KEY, queryFn: async () => (await listPosts({ limit: FEW })).posts };

/**
 * Open votes and surveys that the member has not answered, the newest first. Which of them wait still, after an answer
 * and by the time, is decided by whoever shows them.
 */
export const pollsQuery = {
  queryKey: POLLS_KEY,
  queryFn: async (): Promise<Post[]> => (await listPosts({ waiting: true, limit: FEW })).posts,
};

/** What the search of the whole portal finds here, for words that are not empty. */
export function useSearch(words: Ref<string>): UseQueryReturnType<Hit[], Error> {
  return useQuery({
    queryKey: computed(() => ['community', 'search', words.value]),
    // Posts first, then what was said below them.
    queryFn: async ({ queryKey }): Promise<Hit[]> => {
      const q = queryKey[2] as string;
      const found = ['post', 'comment'].map((kind) => send(api.GET('/api/search', { params: { query: { q, kind } } })));
      return (await Promise.all(found)).flatMap(({ kinds }) => kinds.flatMap(({ hits }) => hits));
    },
    enabled: computed(() => words.value !== ''),
  });
}

export const unreadQuery = { queryKey: UNREAD_KEY, queryFn: readUnread };

export function useProfile(user: Ref<string>): UseQueryReturnType<Profile, Error> {
  return useQuery({
    queryKey: computed(() => ['community', 'profile', user.value]),
    queryFn: ({ queryKey }) => readProfile(queryKey[2] as string),
  });
}

export const PRIVACY_KEY = ['community', 'privacy'];

export function usePrivacy(): UseQueryReturnType<Privacy, Error> {
  return useQuery({ queryKey: PRIVACY_KEY, queryFn: readPrivacy });
}

export function useRevisions(id: number): UseQueryReturnType<Revision[], Error> {
  return useQuery({ queryKey: ['community', 'revisions', id], queryFn: () => listRevisions(id), staleTime: 0 });
}

export function useVoters(id: number): UseQueryReturnType<Voters, Error> {
  return useQuery({ queryKey: ['community', 'voters', id], queryFn: () => listVoters(id), staleTime: 0 });
}

/** Everyone who can be called by an `@`. */
export function loadPeople(): Promise<readonly Named[]> {
  return queryClient.fetchQuery({
    queryKey: ['community', 'people'],
    queryFn: async (): Promise<readonly Named[]> => (await send(api.GET('/api/chat/contacts'))).contacts,
  });
}

export interface Rooms {
  rooms: Room[];
  /** Whether there are members outside of the own class, who are kept out by choosing it. */
  hasOthers: boolean;
}

/** Classes and groups whose members a post can be for. */
export function useRooms(): UseQueryReturnType<Rooms, Error> {
  return useQuery({
    queryKey: ['community', 'rooms'],
    queryFn: async () => (await send(api.GET('/api/chat/rooms'))).rooms,
    // Somebody may have just come into a group.
    staleTime: 0,
    select: (list): Rooms => {
      // Named anew when the names of the classes have come.
      void portalInfo.value;
      const rooms = list.flatMap((room): Room[] => {
        const { kind, room_id: id } = room;
        return kind === 'class' || kind === 'group' ? [{ id, kind, name: roomNameOf(room) }] : [];
      });
      const sizeOf = (kind: string): number => list.find((room) => room.kind === kind)?.members_count ?? 0;
      return { rooms, hasOthers: sizeOf('public') > sizeOf('class') };
    },
  });
}
