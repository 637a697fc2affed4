// Rectangles of windows. Pure: where a new window opens, and how a rectangle is kept inside the work area (the desktop
// between status bar and dock). What becomes of it then is in reach.ts, which is not part of the first load.

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Limits {
  minWidth: number;
  minHeight: number;
}

const CASCADE_STEP = 32;
const CASCADE_TURNS = 6;
/** First rectangle of a window: centred, each further one a step to the lower right. */
export function openingRect(size: { width: number; height: number }, area: Rect, openCount: number): Rect {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  const step = (openCount % CASCADE_TURNS) * CASCADE_STEP;
  return fitInside(
    {
      x: area.x + Math.round((area.width - width) / 2) + step,
      y: area.y + Math.round((area.height - height) / 3) + step,
      width,
      height,
    },
    area,
  );
}

/** Moves and shrinks a rectangle until it lies inside the area. */
export function fitInside(rect: Rect, area: Rect): Rect {
  const width = Math.min(rect.width, area.width);
  const height = Math.min(rect.height, area.height);
  return {
    width,
    height,
    x: clamp(rect.x, area.x, area.x + area.width - width),
    y: clamp(rect.y, area.y, area.y + area.height - height),
  };
}

/** The number inside of its limits; the lower one wins. */
export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}
