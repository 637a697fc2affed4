// Rectangles of windows. Pure: where a new window opens, and how a rectangle is kept inside the
// work area (the desktop between status bar and dock), so that no title bar gets out of reach.

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
/** So much of a title bar always stays in reach, beside its buttons. */
const VISIBLE = 96;
/** The three buttons at its right end, by which no window is moved. */
const BUTTONS = 144;
const TITLE_BAR = 48;

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

/** The part of an area that a snapped window fills; where that is less than it needs, it reaches over the middle. */
export function snappedRect(part: Rect, limits: Limits, area: Rect): Rect {
  const width = Math.max(area.width * part.width, Math.min(limits.minWidth, area.width));
  const height = Math.max(area.height * part.height, Math.min(limits.minHeight, area.height));
  return {
    width,
    height,
    x: area.x + Math.min(area.width * part.x, area.width - width),
    y: area.y + Math.min(area.height * part.y, area.height - height),
  };
}

/** A dragged window may leave the area sideways and downwards, but its title bar stays in reach. */
export function keepReachable(rect: Rect, area: Rect): Rect {
  return {
    ...rect,
    x: clamp(rect.x, area.x + VISIBLE + BUTTONS - rect.width, area.x + area.width - VISIBLE),
    y: clamp(rect.y, area.y, area.y + area.height - TITLE_BAR),
  };
}

/** An edge or a corner by which a window is resized, named as cursors name them. */
export type Edge = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

/** Grows or shrinks a rectangle by an edge or a corner; the opposite side stays where it is. */
export function resizeBy(rect: Rect, edge: Edge, dx: number, dy: number, limits: Limits, area: Rect): Rect {
  const right = rect.x + rect.width;
  const bottom = rect.y + rect.height;
  const next = { ...rect };
  if (edge.includes('e')) {
    const most = area.x + area.width - rect.x;
    next.width = clamp(rect.width + dx, Math.min(limits.minWidth, most), most);
  } else if (edge.includes('w')) {
    const least = Math.min(rect.x, area.x);
    next.x = clamp(rect.x + dx, least, right - Math.min(limits.minWidth, rect.width));
    next.width = right - next.x;
  }
  if (edge.includes('s')) {
    const most = area.y + area.height - rect.y;
    next.height = clamp(rect.height + dy, Math.min(limits.minHeight, most), most);
  } else if (edge.includes('n')) {
    next.y = clamp(rect.y + dy, area.y, bottom - Math.min(limits.minHeight, rect.height));
    next.height = bottom - next.y;
  }
  return next;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}
