// Whether the page in a frame has come. Its server may be slow, or away and back later.
import { onScopeDispose, ref, type Ref } from 'vue';
import { isReachable } from '@/api/reach';

/** After so long without a page its server is said to be silent. */
const SLOW_MS = 8000;
/** A page that has said nothing for so long after it has loaded may be an error page. */
const PROBE_MS = 1500;
/** Between two looks whether a server is back. */
const AGAIN_MS = 5000;

export interface PageLoad {
  isLoaded: Ref<boolean>;
  isSlow: Ref<boolean>;
  /** The frame begins to load the page. */
  begin: () => void;
  /** The frame has loaded a document; answers whether that is the first. */
  loaded: () => boolean;
}

/** Follows a frame; `reload` is called once the server of its page is back. To be called in `setup`. */
export function usePageLoad(url: string, isHeard: () => boolean, reload: () => void): PageLoad {
  const isLoaded = ref(false);
  const isSlow = ref(false);
  let isAway = false;
  let timer = 0;
  /** Grows with each load, so that a look that took long says nothing of the next one. */
  let turn = 0;
  onScopeDispose(stop);

  function stop(): void {
    turn += 1;
    window.clearTimeout(timer);
  }

  function begin(): void {
    stop();
    isLoaded.value = isSlow.value = isAway = false;
    timer = window.setTimeout(() => (isSlow.value = true), SLOW_MS);
  }

  /** Shows that the server is away, and the page as soon as it is back. An error page of the browser loads as any other. */
  async function probe(): Promise<void> {
    const turnThen = turn;
    const isThere = isHeard() || (await isReachable(url));
    if (turnThen !== turn) return;
    if (isThere && isAway) return reload();
    isAway = !isThere;
    if (isThere) return;
    isLoaded.value = false;
    isSlow.value = true;
    timer = window.setTimeout(() => void probe(), AGAIN_MS);
  }

  function loaded(): boolean {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void probe(), PROBE_MS);
    const isFirst = !isLoaded.value;
    isLoaded.value = true;
    return isFirst;
  }

  return { isLoaded, isSlow, begin, loaded };
}
