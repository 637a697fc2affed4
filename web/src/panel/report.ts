// Tells the server what the panel shows: soon after it has changed, and from time to time.
import { tellState } from '@/api/panel';
import { shapeOf } from './board/shape';
import type { Arrivals, Board, PanelState } from './types';
import { shownAt, viewAt } from './view';

/** Not sooner after the one before. */
export const APART_MS = 5000;
/** A state that nothing changes is told again after this time. */
export const AGAIN_MS = 5 * 60_000;

/** Answers what is called every second for the state of the panel: it knows what was on the screen the second before. */
export function stateReader(): (board: Board, now: number, arrivals: Arrivals) => PanelState {
  let shown: PanelState['shown'] = { broadcasts: [], announcements: [] };
  return (board, now, arrivals) => {
    // What is in a hidden window or on a screen that is off can not be read.
    const isVisible = document.visibilityState === 'visible';
    const { innerWidth: width, innerHeight: height } = window;
    const shape = shapeOf({ width, height });
    shown = isVisible
      ? shownAt(board, now, arrivals, shown.broadcasts, shape.width)
      : { broadcasts: [], announcements: [] };
    return {
      revision: board.revision,
      view: viewAt(board, now, arrivals).name,
      width,
      height,
      pixel_ratio: window.devicePixelRatio,
      shown,
    };
  };
}

/** Answers what is called every second with the present state. */
export function stateReporter(): (state: PanelState, now: number) => void {
  let told = '';
  let toldAt = Number.NEGATIVE_INFINITY;
  let isBusy = false;
  return (state, now) => {
    const text = JSON.stringify(state);
    const since = now - toldAt;
    if (isBusy || since < APART_MS || (text === told && since < AGAIN_MS)) return;
    isBusy = true;
    toldAt = now;
    tellState(state)
      .then(
        () => void (told = text),
        // The next second but a few tries again.
        () => void (told = ''),
      )
      .finally(() => (isBusy = false));
  };
}
