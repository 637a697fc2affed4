// The parts of the work area that a window snaps to: halves, quarters, all of it. Pure; they are fractions, so that a
// half stays a half when the browser is resized.
import type { Rect } from './geometry';

export type SnapName = 'all' | 'left' | 'right' | 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const part = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

export const SNAPS: Readonly<Record<SnapName, Rect>> = {
  all: part(0, 0, 1, 1),
  left: part(0, 0, 0.5, 1),
  right: part(0.5, 0, 0.5, 1),
  'top-left': part(0, 0, 0.5, 0.5),
  'top-right': part(0.5, 0, 0.5, 0.5),
  'bottom-left': part(0, 0.5, 0.5, 0.5),
  'bottom-right': part(0.5, 0.5, 0.5, 0.5),
};

/** So near to an edge a dragged pointer snaps; a finger cannot get nearer. */
const NEAR_PX = 16;
/** The pointer grips the title bar, which stops at the top: above all of it the screen is wanted. */
const NEAR_TOP_PX = 4;
/** So much of an edge belongs to its corner. */
const CORNER = 0.2;

/** What a window snaps to that is let go with the pointer here; none in the middle. */
export function snapAt(x: number, y: number, area: Rect): SnapName | undefined {
  const left = x <= area.x + NEAR_PX;
  if (left || x >= area.x + area.width - NEAR_PX) {
    const side = left ? 'left' : 'right';
    if (y <= area.y + area.height * CORNER) return `top-${side}`;
    return y >= area.y + area.height * (1 - CORNER) ? `bottom-${side}` : side;
  }
  return y <= area.y + NEAR_TOP_PX ? 'all' : undefined;
}

type Step = SnapName | 'free' | 'hidden';

/** Where an arrow leads from each part; a part that is not named keeps it. */
const STEPS: Readonly<Record<Arrow, Partial<Record<SnapName | 'free', Step>>>> = {
  ArrowLeft: {
    free: 'left',
    all: 'left',
    right: 'free',
    'top-right': 'top-left',
    'bottom-right': 'bottom-left',
  },
  ArrowRight: {
    free: 'right',
    all: 'right',
    left: 'free',
    'top-left': 'top-right',
    'bottom-left': 'bottom-right',
  },
  ArrowUp: {
    free: 'all',
    left: 'top-left',
    right: 'top-right',
    'bottom-left': 'left',
    'bottom-right': 'right',
  },
  ArrowDown: {
    free: 'hidden',
    all: 'free',
    left: 'bottom-left',
    right: 'bottom-right',
    'top-left': 'left',
    'top-right': 'right',
  },
};

/** Where an arrow key leads a window that fills this part, or lies free. */
export function snapStep(from: Rect | null, arrow: Arrow): Step {
  const name = nameOf(from) ?? 'free';
  return STEPS[arrow][name] ?? name;
}

/** The name of a part; none for a free window. */
export function nameOf(snap: Rect | null): SnapName | undefined {
  return (Object.keys(SNAPS) as SnapName[]).find(
    (name) => snap && (['x', 'y', 'width', 'height'] as const).every((key) => SNAPS[name][key] === snap[key]),
  );
}
