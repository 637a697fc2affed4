// Whether somebody looks at a part of the page: not at a tab behind others, a window that was put
// away, or a locked panel.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue';
import { tabVisible } from '@/core/active';
import { locked } from '@/core/lock';

/** Answers whether somebody looks now; `onChange` hears of each change. */
export function useVisibility(part: Ref<HTMLElement | undefined>, onChange: (looks: boolean) => void): () => boolean {
  let before = true;

  function looks(): boolean {
    return tabVisible.value && !locked.value && (part.value?.getClientRects().length ?? 0) > 0;
  }
  function check(): void {
    const now = looks();
    if (now === before) return;
    before = now;
    onChange(now);
  }

  const observer = new ResizeObserver(check);
  watch([tabVisible, locked], check);
  onMounted(() => {
    before = looks();
    if (part.value) observer.observe(part.value);
  });
  onBeforeUnmount(() => observer.disconnect());
  return looks;
}
