// The arithmetic of cutting an avatar: the picture always covers the whole square.

/** Pixels of an avatar on each side: sharp on a panel with two pixels to one, and small enough for a class. */
export const AVATAR_SIDE = 256;

export interface Size {
  width: number;
  height: number;
}

/** How far the middle of the picture is from the middle of the square, in pixels of the avatar. */
export interface Offset {
  x: number;
  y: number;
}

/** The smallest scale at which a picture covers the square. */
export function coverScale({ width, height }: Size): number {
  return AVATAR_SIDE / Math.min(width, height);
}

/** The nearest offset at which no edge of the picture comes into the square. */
export function clampOffset(offset: Offset, size: Size, scale: number): Offset {
  const within = (value: number, length: number): number => {
    const most = Math.max(0, (length * scale - AVATAR_SIDE) / 2);
    return Math.max(-most, Math.min(value, most));
  };
  return { x: within(offset.x, size.width), y: within(offset.y, size.height) };
}
