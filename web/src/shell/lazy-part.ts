// Parts of the shell that come as chunks of their own, and what becomes of them without a server. An
// engine remembers a failed chunk as failed for as long as the page lives, so nothing is asked of a
// server that is known to be offline; main.ts loads the page anew where that came too late.
import { defineComponent, h, onScopeDispose, ref, shallowRef, watch, type Component } from 'vue';
import { loadView, type LoadView } from '@/core/apps';
import { serverOffline } from '@/core/connection';
import { toast } from '@/core/toast';
import { t } from '@/i18n';

export interface LazyPart {
  /** Draws the part once it is there; until then its slot `waiting` shows, or the default one while it is missing. */
  view: Component;
  /** Fetches it before anyone asks; answers whether it is there. */
  fetch: () => Promise<boolean>;
}

/** Says that something cannot be fetched now. */
export function tellMissing(): void {
  toast(t('part.missing'), { kind: 'error' });
}

/**
 * Makes a part of a chunk. With `refuse` it is something that was asked for: when it cannot be fetched
 * that is said, and `refuse` takes the wish back. Without, it shows as soon as the server is back.
 */
export function lazyPart(load: LoadView, refuse?: () => void): LazyPart {
  const loaded = shallowRef<Component>();

  async function fetch(): Promise<boolean> {
    if (loaded.value || serverOffline.value) return loaded.value !== undefined;
    try {
      loaded.value = await loadView(load);
    } catch {
      return false;
    }
    return true;
  }

  const view = defineComponent({
    // What is wanted of it, where that may change: it is fetched again then if it could not be.
    props: { wanted: { type: String, default: '' } },
    setup(props, { slots }) {
      const missing = ref(false);
      let gone = false;
      onScopeDispose(() => (gone = true));
      async function show(): Promise<void> {
        missing.value = !(await fetch());
        if (!missing.value || !refuse || gone) return;
        tellMissing();
        refuse();
      }
      void show();
      watch(serverOffline, (offline) => !offline && void show());
      watch(
        () => props.wanted,
        (wanted) => wanted && missing.value && void show(),
      );
      return () => (loaded.value ? h(loaded.value) : (missing.value ? slots.default : slots.waiting)?.());
    },
  });
  return { view, fetch };
}
