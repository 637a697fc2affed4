// What the server finds for the words in the palette: asked a moment after the last letter, given up when the next
// words overtake it.
import { keepPreviousData, useQuery } from '@tanstack/vue-query';
import { computed, onBeforeUnmount, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { KindHits } from '@/api/types';
import { serverOffline } from '@/core/connection';
import { hitOffers, type Offer } from './sources';

const MAX_CHARACTERS = 80;
/** A member has 60 requests a minute for everything: not one for each letter. */
const DEBOUNCE_MS = 400;
/** A search takes a fraction of a second; after this time something is wrong, though the request may still wait. */
const LATE_MS = 5000;

export interface ServerSearch {
  /** The words that were asked for; empty for none. */
  asked: Ref<string>;
  /** The one kind that is shown; empty for all. */
  only: Ref<string>;
  /** The kinds of which something was found for these words. */
  kinds: ComputedRef<readonly KindHits[]>;
  hits: ComputedRef<Offer[]>;
  /** Whether the server's index is being built, so that older things may be missing. */
  building: ComputedRef<boolean>;
  error: Ref<Error | null>;
  /** Whether an answer to the words that were typed is still to come; never while the server is offline. */
  isSearching: ComputedRef<boolean>;
  /** Whether that takes so long that the network may be gone. */
  isLate: Ref<boolean>;
  refetch: () => unknown;
}

/** Asks for these words. */
export function useServerSearch(words: ComputedRef<string>): ServerSearch {
  const [asked, only] = [ref(''), ref('')];
  const wanted = computed(() => words.value.slice(0, MAX_CHARACTERS));
  let timer = 0;
  watch(wanted, (next) => {
    window.clearTimeout(timer);
    // Other words may be found in other kinds.
    const ask = (): void => void ([asked.value, only.value] = [next, '']);
    if (next) timer = window.setTimeout(ask, DEBOUNCE_MS);
    else ask();
  });
  onBeforeUnmount(() => window.clearTimeout(timer));

  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', asked, only],
    queryFn: ({ signal }) => {
      const query = { q: asked.value, ...(only.value && { kind: only.value }) };
      return send(api.GET('/api/search', { params: { query }, signal }));
    },
    // What was typed while the server was offline is asked for once it is back.
    enabled: computed(() => asked.value !== '' && !serverOffline.value),
    placeholderData: keepPreviousData,
  });
  // Without a server nothing comes in place of what was found for other words.
  const isOfOthers = computed(() => isPlaceholderData.value && serverOffline.value);
  const found = computed(() => (asked.value && data.value && !isOfOthers.value ? data.value.kinds : []));
  // While one kind is shown, the others stay to be chosen as they were found last.
  const all = shallowRef<readonly KindHits[]>([]);
  watch([found, asked], ([kinds]) => {
    if (!only.value) all.value = kinds;
  });
  const kinds = computed(() => (asked.value ? all.value : []));
  const isSearching = computed(() => !serverOffline.value && (isFetching.value || asked.value !== wanted.value));
  return {
    asked,
    only,
    kinds,
    hits: computed(() => hitOffers(found.value)),
    building: computed(() => asked.value !== '' && (data.value?.building ?? false)),
    error,
    isSearching,
    isLate: useLate(isFetching, asked),
    refetch,
  };
}

/** True once the answer to these words has been on its way for too long; the time of typing does not count. */
function useLate(busy: Ref<boolean>, words: Ref<string>): Ref<boolean> {
  const isLate = ref(false);
  let timer = 0;
  watch([busy, words], ([now]) => {
    window.clearTimeout(timer);
    isLate.value = false;
    if (now) timer = window.setTimeout(() => (isLate.value = true), LATE_MS);
  });
  onBeforeUnmount(() => window.clearTimeout(timer));
  return isLate;
}
