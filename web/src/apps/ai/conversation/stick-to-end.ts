// Keeps a view at its end while its content grows, until the reader scrolls. Help that was just shown is not moved out of
// sight by that.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

/** Nearer than this to the end counts as being there. */
const NEAR_PX = 60;
/** So much is left to be seen above what stays in sight. */
const ABOVE_PX = 72;

export interface Sticking {
  /** The end is in sight, or will be. */
  isAtEnd: Ref<boolean>;
  /** Follows the end, as far as what stays in sight lets it. */
  toEnd: () => void;
  /** Goes to the very end. */
  jump: () => void;
  /** Goes to an element, and stays there. */
  show: (element: HTMLElement) => void;
  onScroll: () => void;
}

/** How far the view is scrolled to show an element. */
const topOf = (element: HTMLElement, within: HTMLElement): number =>
  element.getBoundingClientRect().top - within.getBoundingClientRect().top + within.scrollTop - ABOVE_PX;

/** `pinned` answers what stays in sight until the reader scrolls. */
export function useStickToEnd(
  view: Ref<HTMLElement | undefined>,
  content: Ref<HTMLElement | undefined>,
  pinned: () => HTMLElement | null = () => null,
): Sticking {
  const isAtEnd = ref(true);
  let isFollowing = true;
  /** What stayed in sight until the reader has scrolled on. */
  let released: HTMLElement | null = null;
  let last = 0;

  function follow(): void {
    const { value: element } = view;
    if (!element) return;
    const end = element.scrollHeight - element.clientHeight;
    const pin = pinned();
    const top = pin && pin !== released ? Math.max(0, Math.min(end, topOf(pin, element))) : end;
    element.scrollTop = top;
    last = element.scrollTop;
    isAtEnd.value = end - top < NEAR_PX;
  }

  function toEnd(): void {
    isFollowing = true;
    follow();
  }

  function jump(): void {
    released = pinned();
    toEnd();
  }

  function show(target: HTMLElement): void {
    const { value: element } = view;
    if (!element) return;
    isFollowing = false;
    element.scrollTop = topOf(target, element);
  }

  function onScroll(): void {
    const { value: element } = view;
    if (!element || element.clientHeight === 0) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    // Content that grows moves the end away; only the reader moves what is in sight.
    const isUp = scrollTop < last - 1;
    const isPastPin = isPinned() && scrollTop > last + 1;
    if (isPastPin) released = pinned();
    if (isNear) isFollowing = true;
    else if (isUp || isPastPin) isFollowing = false;
    isAtEnd.value = isNear || (isFollowing && !isPinned());
    last = scrollTop;
  }

  const isPinned = (): boolean => pinned() !== null && pinned() !== released;

  const observer = new ResizeObserver(() => {
    if (isFollowing) follow();
  });
  onMounted(() => {
    if (view.value) observer.observe(view.value);
    if (content.value) observer.observe(content.value);
    toEnd();
  });
  onBeforeUnmount(() => observer.disconnect());

  return { isAtEnd, toEnd, jump, show, onScroll };
}
