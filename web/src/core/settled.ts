// A value that follows another one once that has been still for a moment: what is typed into a
// search must not become a request for each key.
import { onScopeDispose, readonly, ref, watch, type Ref } from 'vue';

const STILL_MS = 300;

/** The source's value after 300 ms without a change; an emptied text follows at once. */
export function useSettled(source: () => string): Readonly<Ref<string>> {
  const settled = ref(source());
  let timer = 0;
  watch(source, (next) => {
    window.clearTimeout(timer);
    const follow = (): void => void (settled.value = next);
    if (next === '') follow();
    else timer = window.setTimeout(follow, STILL_MS);
  });
  onScopeDispose(() => window.clearTimeout(timer));
  return readonly(settled);
}
