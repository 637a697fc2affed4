// What a tile of a list does from the press to the drop. A mouse lifts by moving, a finger by resting,
// so that the list can still be scrolled. Pure: tile-drag.ts has the timer and the elements.

export interface Point {
  x: number;
  y: number;
}

export type TileState =
  | { readonly phase: 'idle' }
  /** `pressed` may still become a click or a scroll; `dragging` follows the pointer. */
  | {
      readonly phase: 'pressed' | 'dragging';
      readonly pointer: number;
      readonly isMouse: boolean;
      readonly from: Point;
    };

export type TileInput =
  /** Only where nothing is pressed: whoever presses anew ends what was before. */
  | { type: 'down'; pointer: number; isMouse: boolean; at: Point }
  /** A finger has rested for long enough. */
  | { type: 'hold' }
  | { type: 'move'; pointer: number; at: Point }
  | { type: 'up' | 'cancel'; pointer: number }
  /** The list goes, or another press begins. */
  | { type: 'end' };

export type TileEffect =
  | { do: 'listen' | 'scheduleHold' | 'lift' | 'release' }
  | { do: 'follow'; dx: number; dy: number; at: Point }
  /** Releases a tile that was dragged; `isDrop` where nothing took the pointer away. */
  | { do: 'letGo'; isDrop: boolean };

export interface TileStep {
  state: TileState;
  effects: TileEffect[];
}

const SLOP_PX = 8;
const IDLE: TileState = { phase: 'idle' };

/** What an input makes of a state. Pointers beside the one that pressed mean nothing. */
export function step(state: TileState, input: TileInput): TileStep {
  if (state.phase === 'idle') return input.type === 'down' ? press(input) : { state, effects: [] };
  if ('pointer' in input && input.pointer !== state.pointer) return { state, effects: [] };
  switch (input.type) {
    case 'hold':
      return { state: { ...state, phase: 'dragging' }, effects: [{ do: 'lift' }] };
    case 'move':
      return move(state, input.at);
    case 'up':
    case 'cancel':
      return letGo(state, input.type === 'up');
    case 'end':
      return { state: IDLE, effects: [{ do: 'release' }] };
    case 'down':
      return { state, effects: [] };
  }
}

type Held = Exclude<TileState, { phase: 'idle' }>;

function press({ pointer, isMouse, at }: Extract<TileInput, { type: 'down' }>): TileStep {
  const effects: TileEffect[] = isMouse ? [{ do: 'listen' }] : [{ do: 'listen' }, { do: 'scheduleHold' }];
  return { state: { phase: 'pressed', pointer, isMouse, from: at }, effects };
}

function move(state: Held, at: Point): TileStep {
  const [dx, dy] = [at.x - state.from.x, at.y - state.from.y];
  const follow: TileEffect = { do: 'follow', dx, dy, at };
  if (state.phase === 'dragging') return { state, effects: [follow] };
  if (Math.hypot(dx, dy) <= SLOP_PX) return { state, effects: [] };
  // A finger that moves before it has rested scrolls the list.
  if (!state.isMouse) return { state: IDLE, effects: [{ do: 'release' }] };
  return { state: { ...state, phase: 'dragging' }, effects: [{ do: 'lift' }, follow] };
}

function letGo(state: Held, isDrop: boolean): TileStep {
  return { state: IDLE, effects: [state.phase === 'dragging' ? { do: 'letGo', isDrop } : { do: 'release' }] };
}
