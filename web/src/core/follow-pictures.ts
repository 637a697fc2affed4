// Reads the pictures of the portal and follows their changes. A chunk of its own, which the desktop starts once
// it stands.
import { QueryObserver, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { onScopeDispose } from 'vue';
import type { paths } from '@/api/generated/schema';
import { api, send } from '@/api/client';
import { batched } from '@/core/batch';
import type { DataOf } from '@/api/types';
import { subscribe } from './live';
import { avatars, classPhoto } from './pictures';
import { queryClient } from './query';
import { refreshOn } from './refresh-on';

export type Pictures = DataOf<paths['/api/pictures']['get']>;
export type OwnPicture = Pictures['wallpapers'][number];

const QUERY = {
  queryKey: ['pictures'],
  queryFn: () => send(api.GET('/api/pictures', { fetch: batched })),
  // Every change is told.
  staleTime: Infinity,
};

/** All pictures, for what lists them. */
export function usePictures(): UseQueryReturnType<Pictures, Error> {
  return useQuery(QUERY);
}

/** Asks the server anew. */
export function refreshPictures(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: QUERY.queryKey });
}

/** Keeps the pictures that everything shows in step; to be called inside an effect scope, which ends it. */
export function followPictures(): void {
  const observer = new QueryObserver<Pictures>(queryClient, QUERY);
  const show = (pictures: Pictures | undefined): void => {
    if (!pictures) return;
    avatars.value = pictures.avatars;
    classPhoto.value = pictures.class_photo?.url ?? '';
  };
  show(observer.getCurrentResult().data);
  const stops = [
    refreshOn(['pictures_changed'], [QUERY.queryKey]),
    observer.subscribe(({ data }) => show(data)),
    subscribe('avatar_changed', ({ user_id: id, url }) => setAvatar(id, url)),
  ];
  onScopeDispose(() => {
    stops.forEach((stop) => stop());
    avatars.value = {};
    classPhoto.value = '';
  });
}

/** Takes over one avatar that is known to have changed. */
export function setAvatar(id: string, url: string | null): void {
  queryClient.setQueryData<Pictures>(QUERY.queryKey, (old) => {
    if (!old) return old;
    const { [id]: _, ...others } = old.avatars;
    return { ...old, avatars: url ? { ...others, [id]: url } : others };
  });
}
