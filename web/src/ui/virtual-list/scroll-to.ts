// Takes a list to one of its rows. Rows get their real heights only once they are drawn, so that a
// list that has just grown moves under whoever scrolls it.
import type { Ref } from 'vue';

/** What a list tells of itself, in pixels from its first row on, and can be asked to do. */
export interface ListView {
  readonly scrollOffset: number;
  readonly scrollSize: number;
  readonly viewportSize: number;
  findItemIndex(height: number): number;
  getItemOffset(index: number): number;
  getItemSize(index: number): number;
  scrollToIndex(index: number, goal: Pick<Goal, 'align'>): void;
}

export interface Goal {
  index: number;
  align: 'start' | 'center' | 'end';
}

/** So many frames in a row without a move, and at most so many in all. */
const STILL = 5;
const MOST = 300;
/** The list measures before it scrolls: asked anew in each frame, it would never get there. */
const AGAIN = 30;

/**
 * `goTo` resolves once the list stands at a goal, or on the way if something else is asked for, or
 * if list or goal go. In a hidden tab nothing is drawn, so it waits. `release` stops where it is.
 */
export function useScrollTo(list: Ref<ListView | undefined>): {
  goTo: (goal: () => Goal) => Promise<void>;
  release: () => void;
} {
  let turns = 0;

  function release(): void {
    turns += 1;
  }

  async function goTo(goal: () => Goal): Promise<void> {
    release();
    const turn = turns;
    let still = 0;
    for (let frames = 0; still < STILL && frames < MOST; frames += 1) {
      const { index, align } = goal();
      if (turn !== turns || !list.value || index < 0) return;
      const isThere = frames > 0 && isInSight(list.value, index, align);
      if (!isThere && (frames % AGAIN === 0 || still > 0)) list.value.scrollToIndex(index, { align });
      still = isThere ? still + 1 : 0;
      await new Promise((done) => requestAnimationFrame(done));
    }
  }

  return { goTo, release };
}

function isInSight(view: ListView, index: number, align: Goal['align']): boolean {
  const { scrollOffset, viewportSize, scrollSize } = view;
  if (viewportSize === 0) return false;
  if (align === 'end') return scrollSize - scrollOffset - viewportSize < 2;
  const at = view.getItemOffset(index) - scrollOffset;
  return at > -2 && at < viewportSize;
}
