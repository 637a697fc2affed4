// Where an open window is on screen. Not part of the first load: only a window that is drawn needs it.
import { fitInside, type Rect } from './geometry';
import { keepReachable, snappedRect } from './reach';
import { sizeOf, workArea, type WindowState } from './store';

/** The rectangle on screen now. */
export function shownRect(entry: WindowState): Rect {
  if (entry.snap) return snappedRect(entry.snap, sizeOf(entry.app), workArea.value);
  const inside = fitInside(entry.wanted, workArea.value);
  const { width, height } = inside;
  const free = keepReachable({ ...entry.wanted, width, height }, workArea.value);
  return {
    ...inside,
    x: workArea.value.width < entry.room.width ? inside.x : free.x,
    y: workArea.value.height < entry.room.height ? inside.y : free.y,
  };
}
