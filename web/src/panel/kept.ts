// The last board, kept on the device: the page shows it as soon as it is loaded, before the stream has brought one.
import { readDevice, writeDevice } from '@/core/storage';
import type { Board } from './types';

/** A board that nothing changes is written again after this time, for its moment alone. */
const REWRITE_MS = 10 * 60_000;

interface Kept {
  board: Board;
  /** When the server said last that this is what there is, in ms on its clock. */
  at: number;
}

let writtenAt = 0;
let writtenRevision = '';

/** What was kept, unless it is of another version of the page. */
export function readKept(): Kept | null {
  try {
    const kept = JSON.parse(readDevice('panel') ?? 'null') as Kept | null;
    return kept && typeof kept.board.revision === 'string' && kept.board.panel.settings.hidden && kept.board.parts
      ? kept
      : null;
  } catch {
    return null; // Written by an older version.
  }
}

/** Keeps a board that was right at a moment. */
export function keep(board: Board, at: number): void {
  if (board.revision === writtenRevision && at - writtenAt < REWRITE_MS) return;
  writtenRevision = board.revision;
  writtenAt = at;
  writeDevice('panel', JSON.stringify({ board, at } satisfies Kept));
}

/** Forgets it: the panel was removed. */
export function forgetKept(): void {
  writtenRevision = '';
  writeDevice('panel', null);
}
