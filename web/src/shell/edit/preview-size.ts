// How previews of widgets are sized, pure: which sizes a widget has, and how much smaller a preview is.
import type { Size } from '@/core/apps';

interface Limits {
  minSize: Size;
  maxSize: Size;
}

/** Every size between the limits, row by row of the same height. */
export function sizesOf({ minSize, maxSize }: Limits): Size[] {
  const sizes: Size[] = [];
  for (let h = minSize.h; h <= maxSize.h; h++) for (let w = minSize.w; w <= maxSize.w; w++) sizes.push({ w, h });
  return sizes;
}

interface Extent {
  width: number;
  height: number;
}

/** The largest scale up to `most` by which it fits; 0 while there is no room yet. */
export function scaleOf(natural: Extent, room: Extent, most: number): number {
  return Math.min(most, room.width / natural.width, room.height / natural.height);
}
