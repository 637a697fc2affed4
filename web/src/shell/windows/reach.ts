// Rectangles of open windows. Pure: how one fills a part of the work area and is resized, and how far it may leave the
// work area, so that no title bar gets out of reach.
import { clamp, type Limits, type Rect } from './geometry';

/** So much of a title bar always stays in reach, beside its buttons. */
const VISIBLE = 96;
/** The three buttons at its right end, by which no window is moved. */
const BUTTONS = 144;
const TITLE_BAR = 48;

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
