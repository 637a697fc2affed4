// Sizes in cells of the grid.
import type { Size } from './manifest';

/** Holds a size inside limits. */
export function clampSize(size: Size, least: Size, most: Size): Size {
  const clamp = (key: 'w' | 'h'): number => Math.max(least[key], Math.min(size[key], most[key]));
  return { w: clamp('w'), h: clamp('h') };
}
