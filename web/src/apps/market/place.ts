// Where the market stands: in its own window, or as a section of the console. Its views name their places by paths
// below that: `plugins`, `installed`, `backends`, and `app/<name>` for one app or plugin.
import { computed, inject, onScopeDispose, provide, ref, type ComputedRef, type InjectionKey, type Ref } from 'vue';
import { replaceAppPath, useAppPath } from '@/core/app-path';

export interface Place {
  path: ComputedRef<string>;
  /** What the ids of elements begin with: both places may be open at once. */
  ids: string;
  /** The source whose catalog is looked at; empty for the first one that answers. */
  source: Ref<string>;
  hrefOf: (path: string) => string;
  replace: (path: string) => void;
  /** Goes from one app back to the list: a step back where it was opened from there. */
  leave: (list: string) => void;
}

interface Entry {
  fromList?: boolean;
  overlays?: number;
}

const KEY: InjectionKey<Place> = Symbol('market-place');

/** The name of the app or plugin that a path opens; empty for a list. */
export function nameIn(path: string): string {
  return /^app\/([a-z][a-z0-9-]*)$/.exec(path)?.[1] ?? '';
}

/** The path of an address below a hash; none where the address leads elsewhere. */
function pathBelow(below: string, url: string): string | undefined {
  const hash = url.slice(url.indexOf('#'));
  return hash === below || hash.startsWith(`${below}/`) ? hash.slice(below.length + 1) : undefined;
}

/** Says where the market stands; for use in the `setup` of its outermost view. */
export function providePlace(app: string, prefix = ''): Place {
  const whole = useAppPath(app);
  const inApp = (path: string): string => [prefix, path].filter(Boolean).join('/');
  const start = `#/app/${app}`;
  const root = inApp('');
  const path = computed(() => (whole.value === root ? '' : whole.value.slice(root ? root.length + 1 : 0)));
  const replace = (to: string): void => replaceAppPath(app, inApp(to));

  /** Notes at an entry of the history that the one before it is a list of the market. */
  function note({ oldURL, newURL }: HashChangeEvent): void {
    const below = [start, root].filter(Boolean).join('/');
    const [before, now] = [pathBelow(below, oldURL), pathBelow(below, newURL)];
    const isList = before !== undefined && !nameIn(before);
    if (isList && now !== undefined && nameIn(now)) history.replaceState({ ...history.state, fromList: true }, '');
  }
  window.addEventListener('hashchange', note);
  onScopeDispose(() => window.removeEventListener('hashchange', note));

  const place: Place = {
    path,
    ids: `market-${app}`,
    source: ref(''),
    hrefOf: (to) => [start, inApp(to)].filter(Boolean).join('/'),
    replace,
    leave(list) {
      const { fromList, overlays = 0 } = (history.state ?? {}) as Entry;
      if (!fromList) return replace(list);
      // Past what is open over it, which closes with it.
      history.replaceState({ fromList }, '');
      history.go(-1 - overlays);
    },
  };
  provide(KEY, place);
  return place;
}

/** Where the market stands, for its inner views. */
export function usePlace(): Place {
  const place = inject(KEY);
  if (!place) throw new Error('a view of the market stands nowhere');
  return place;
}
