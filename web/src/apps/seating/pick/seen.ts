// The draws that this page shows by itself: the island need not tell of them.
const KEPT = 50;
const seen = new Set<string>();
let stages = 0;

/** This page has made the draw. */
export function noteOwnDraw(id: string): void {
  seen.add(id);
  if (seen.size > KEPT) seen.delete([...seen][0] ?? '');
}

/** The stage is on the screen, until the returned function is called. */
export function openStage(): () => void {
  stages += 1;
  return () => (stages -= 1);
}

/** Whether the page shows a draw without the island. */
export const isShownHere = (id: string): boolean => stages > 0 || seen.has(id);
