// The view of an app or a part of one: it arrives, fails and is fetched again.
import { onErrorCaptured, ref, shallowRef, watch, type Component, type Ref, type ShallowRef } from 'vue';
import { loadView, type LoadView } from './apps';
import { serverOffline } from './connection';
import { useSlow } from './slow';

export interface ViewState {
  /** The view once it is there. */
  view: ShallowRef<Component | null>;
  /** True once it could not be fetched, or broke. */
  failed: Ref<boolean>;
  /** True once fetching takes noticeably long. */
  slow: Ref<boolean>;
  /** Fetches the view, for the first time or again. */
  load: () => Promise<void>;
}

/** Holds the view of what `wanted` answers. After a failure it is fetched again when the server is back. */
export function useView(wanted: () => LoadView | undefined): ViewState {
  const view = shallowRef<Component | null>(null);
  const failed = ref(false);
  const slow = useSlow(() => view.value === null && !failed.value);

  async function load(): Promise<void> {
    failed.value = false;
    try {
      const source = wanted();
      view.value = source ? await loadView(source) : null;
    } catch {
      failed.value = true;
    }
  }

  watch(serverOffline, (offline) => {
    if (!offline && failed.value) void load();
  });
  onErrorCaptured(() => {
    failed.value = true;
    view.value = null;
    return false;
  });
  return { view, failed, slow, load };
}
