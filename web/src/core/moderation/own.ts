// What moderation has to do with oneself: whether one may write, what one has reported, and what was removed. Not in
// the first load: whoever needs it is a chunk of its own.
import { QueryObserver, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, effectScope, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue';
import { api, send } from '@/api/client';
import { subscribe } from '@/core/live';
import { queryClient } from '@/core/query';
import { refreshOn } from '@/core/refresh-on';
import { phase, user } from '@/core/session';
import { serverNow } from '@/core/time';
import type { OwnModeration, OwnSilence } from './types';

const KEY = ['moderation', 'own'];
/** The kinds of notifications that say that something of it has changed. */
const KINDS = ['report_decision', 'content_removed', 'appeal_decision', 'content_published', 'silenced'];
/** The time is looked at so often at least: the clock may be corrected, and a device may sleep. */
const LOOK_MS = 60_000;

const ownQuery = {
  queryKey: KEY,
  queryFn: (): Promise<OwnModeration> => send(api.GET('/api/moderation/own')),
};

const known = shallowRef<OwnSilence | null>(null);
const now = ref(0);
let timer = 0;
let isFollowed = false;

/** A silence that is not over at a moment, in ms. */
export function lasting(of: OwnSilence | null, at: number): OwnSilence | null {
  return of && Date.parse(of.ends_at) > at ? of : null;
}

const running = computed(() => lasting(known.value, now.value));

/**
 * Until when the member may write nothing and why; null for whoever may write. Whoever reads it first has it followed
 * from then on.
 */
export const silence: ComputedRef<OwnSilence | null> = computed(() => {
  follow();
  return running.value;
});

/** All of it, for as long as the component lives. */
export function useOwn(): UseQueryReturnType<OwnModeration, Error> {
  // A decision that was taken back withdraws its notification.
  onScopeDispose(subscribe('notifications_changed', refreshOwn));
  onScopeDispose(refreshOnChanges());
  return useQuery({ ...ownQuery, staleTime: 0 });
}

/** Asks the server for it now, also where it does not show. Fails for whoever is overtaken by a later call. */
export async function fetchOwn(): Promise<OwnModeration> {
  // The answer to an earlier request may not know what the caller knows already.
  await queryClient.cancelQueries({ queryKey: KEY });
  return queryClient.fetchQuery({ ...ownQuery, staleTime: 0 });
}

/** Reads it anew where it shows. */
export function refreshOwn(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
}

function refreshOnChanges(): () => void {
  const stops = [
    refreshOn(['silence_changed'], [KEY]),
    subscribe('notification_added', ({ kind }) => KINDS.includes(kind) && refreshOwn()),
  ];
  return () => stops.forEach((stop) => stop());
}

/** A member who signs in after another one is asked for anew; a session that has ended asks nothing. */
function memberId(): string | undefined {
  return phase.value === 'member' ? user.value?.user_id : undefined;
}

function follow(): void {
  if (isFollowed) return;
  isFollowed = true;
  let stop: (() => void) | undefined;
  effectScope(true).run(() => {
    watch(
      memberId,
      (id) => {
        stop?.();
        stop = id ? observe() : undefined;
        if (!id) known.value = null;
      },
      { immediate: true },
    );
  });
}

function take({ data }: { data: OwnModeration | undefined }): void {
  if (!data) return;
  known.value = data.silence ?? null;
  look();
}

function observe(): () => void {
  const observer = new QueryObserver(queryClient, ownQuery);
  const stops = [refreshOnChanges(), observer.subscribe(take)];
  // What the settings have read already is told by no change.
  take(observer.getCurrentResult());
  return () => {
    window.clearTimeout(timer);
    stops.forEach((end) => end());
  };
}

/** Looks whether the silence is over, and again when it will be. */
function look(): void {
  window.clearTimeout(timer);
  now.value = serverNow();
  const left = running.value ? Date.parse(running.value.ends_at) - now.value : 0;
  if (left > 0) timer = window.setTimeout(look, Math.min(left, LOOK_MS));
}
