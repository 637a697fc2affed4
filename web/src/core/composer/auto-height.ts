// The height of a field that grows with its text; the most it may have is its style's.
import { nextTick, onBeforeUnmount, onMounted, watch, type Ref } from 'vue';

export function useAutoHeight(field: Ref<HTMLTextAreaElement | undefined>, text: Ref<string>): void {
  let width = 0;

  function fit(): void {
    const { value: element } = field;
    if (!element) return;
    element.style.height = 'auto';
    const border = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + border}px`;
  }

  // A window that opens grows: what was measured in a narrow field is too high.
  const widths = new ResizeObserver(() => {
    const now = field.value?.clientWidth ?? 0;
    if (now !== width) fit();
    width = now;
  });

  watch(text, () => void nextTick(fit));
  onMounted(() => {
    fit();
    if (field.value) widths.observe(field.value);
  });
  onBeforeUnmount(() => widths.disconnect());
}
