// Parts of the shell that come as chunks of their own, and what becomes of them without a server. An
// engine remembers a failed chunk as failed for as long as the page lives, so nothing is asked of a
// server that is known to be offline; main.ts loads the page anew where that came too late.
import { defineComponent, h, onScopeDispose, ref, shallowRef, watch, type Component } from 'vue';
import { loadView, type LoadView } from '@/core/apps';
import { pingServer, serverOffline } from '@/core/connection';
import { toast } from '@/core/toast';
import { t } from '@/i18n';

export interface LazyPart {
  /** Draws the part once it is there; until then its slot `waiting` shows, or the default one while it is missing. */
  view: Component;
  /** Fetches it before anyone asks; answers whether it is there. */
  fetch: () => Promise<boolean>;
}

/** Whoever has asked for something is told after this time that it is still on its way. */
const SLOW_MS = 2500;

/** Says that something cannot be fetched now. */
export function tellMissing(): void {
  toast(t('part.missing'), { kind: 'error' });
}

// A request that nobody answers fails late, and the browser does not say when: the server is asked beside it.
function onSlow(): void {
  toast(t('part.slow'));
  void pingServer();
}

/**
 * Makes a part of a chunk. With `refuse` it is something that was asked for: when it cannot be fetched
 * that is said (by `tell`), and `refuse` takes the wish back. Without, it shows as soon as the server is back.
 */
export function lazyPart(load: LoadView, refuse?: () => void, tell = tellMissing): LazyPart {
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
      let slow = 0;
      onScopeDispose(() => {
        gone = true;
        window.clearTimeout(slow);
      });
      async function show(): Promise<void> {
        window.clearTimeout(slow);
        if (refuse && !loaded.value) slow = window.setTimeout(onSlow, SLOW_MS);
        missing.value = !(await fetch());
        window.clearTimeout(slow);
        if (missing.value) takeBack();
      }
      function takeBack(): void {
        if (!refuse || gone || loaded.value) return;
        window.clearTimeout(slow);
        tell();
        refuse();
      }
      void show();
      watch(serverOffline, (offline) => (offline ? takeBack() : void show()));
      watch(
        () => props.wanted,
        (wanted) => wanted && missing.value && void show(),
      );
      return () => (loaded.value ? h(loaded.value) : (missing.value ? slots.default : slots.waiting)?.());
    },
  });
  return { view, fetch };
}
