// Which rows have been seen to their end.
import type { ListView } from '@/ui/virtual-list/scroll-to';

/** Heights of rows are no whole pixels. */
const SLACK_PX = 2;

/** The last row that ends above a height of the list; -1 for none. */
export function lastWhole(
  view: Pick<ListView, 'findItemIndex' | 'getItemOffset' | 'getItemSize'>,
  height: number,
): number {
  const at = view.findItemIndex(height);
  return view.getItemOffset(at) + view.getItemSize(at) <= height + SLACK_PX ? at : at - 1;
}
