// What the server finds for the words in the palette: asked a moment after the last letter, given up when the next
// words overtake it.
import { keepPreviousData, useQuery } from '@tanstack/vue-query';
import { computed, onBeforeUnmount, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { KindHits } from '@/api/types';
import { hitOffers, type Offer } from './sources';

const MAX_CHARACTERS = 80;
/** A member has 60 requests a minute for everything: not one for each letter. */
const DEBOUNCE_MS = 400;

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
  isFetching: Ref<boolean>;
  refetch: () => unknown;
}

/** Asks for these words. */
export function useServerSearch(words: ComputedRef<string>): ServerSearch {
  const [asked, only] = [ref(''), ref('')];
  let timer = 0;
  watch(words, (text) => {
    window.clearTimeout(timer);
    const next = text.slice(0, MAX_CHARACTERS);
    // Other words may be found in other kinds.
    const ask = (): void => void ([asked.value, only.value] = [next, '']);
    if (next) timer = window.setTimeout(ask, DEBOUNCE_MS);
    else ask();
  });
  onBeforeUnmount(() => window.clearTimeout(timer));

  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', asked, only],
    queryFn: ({ signal }) => {
      const query = { q: asked.value, ...(only.value && { kind: only.value }) };
      return send(api.GET('/api/search', { params: { query }, signal }));
    },
    enabled: computed(() => asked.value !== ''),
    placeholderData: keepPreviousData,
  });
  const found = computed(() => (asked.value && data.value ? data.value.kinds : []));
  // While one kind is shown, the others stay to be chosen as they were found last.
  const all = shallowRef<readonly KindHits[]>([]);
  watch([found, asked], ([kinds]) => {
    if (!only.value) all.value = kinds;
  });
  const kinds = computed(() => (asked.value ? all.value : []));
  return {
    asked,
    only,
    kinds,
    hits: computed(() => hitOffers(found.value)),
    building: computed(() => asked.value !== '' && (data.value?.building ?? false)),
    error,
    isFetching,
    refetch,
  };
}
