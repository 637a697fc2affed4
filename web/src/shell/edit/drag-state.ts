// What a dragged widget does, from the moment it is lifted until it is let go. Pure: no clock, no
// timers, no document. What is to be done comes back as effects, which drag.ts performs.

export interface Point {
  x: number;
  y: number;
}

/** A cell of the grid; `key` tells it from those of other pages. */
export interface GridCell extends Point {
  key: string;
}

/** The pages, and how wide the screen is that shows one of them. */
export interface Pages {
  current: number;
  count: number;
  width: number;
}

/** The upper and lower end of the part of the screen in which a page scrolls. */
export interface ScrollArea {
  top: number;
  bottom: number;
}

/** `turning`: the pointer rests at a side of the screen, and the page is about to turn. */
export type Phase = 'carried' | 'turning' | 'ended';

export interface DragState {
  readonly phase: Phase;
  readonly at: Point;
  /** Since the last frame. */
  readonly hasMoved: boolean;
  readonly over: { readonly cell: string; readonly since: number };
  /** The cell for which the others have made room. */
  readonly settledCell: string;
  readonly side: Side;
  /** Since the pointer came to this side. */
  readonly hasTurned: boolean;
}

type Side = -1 | 0 | 1;

export interface Inputs {
  move: { at: Point };
  /** `cell` is under the pointer, null where there is none. */
  frame: { now: number; cell: GridCell | null; area: ScrollArea; pages: Pages };
  /** The pointer has rested at a side for long enough. */
  turn: object;
  turned: { isDone: boolean; pages: Pages };
  drop: { at: Point; cell: GridCell | null };
  /** The browser took the pointer away. */
  cancel: { at: Point };
  escape: object;
  /** Another drag begins, or the edit mode ends. */
  release: object;
}

export type Input = { [T in keyof Inputs]: { type: T } & Inputs[T] }[keyof Inputs];

export type Effect =
  | { do: 'draw' | 'scheduleTurn' | 'announce' }
  | { do: 'scroll'; by: number }
  | { do: 'makeRoom'; cell: GridCell }
  | { do: 'turnPage'; by: Side }
  /** `isUndone`: everything is as it was before the drag. */
  | { do: 'finish'; isUndone: boolean };

export interface Step {
  state: DragState;
  effects: Effect[];
}

const EDGE_PX = 44;
const SCROLL_PX = 10;
const REST_MS = 60;

/** A widget that was just lifted. */
export function initialState(at: Point): DragState {
  return {
    phase: 'carried',
    at,
    hasMoved: false,
    over: { cell: '', since: 0 },
    settledCell: '',
    side: 0,
    hasTurned: false,
  };
}

/** What an input makes of a state. An input that the state's row does not name changes nothing. */
export function step(state: DragState, input: Input): Step {
  const act = TABLE[state.phase][input.type] as ((state: DragState, input: Input) => Step) | undefined;
  return act?.(state, input) ?? { state, effects: [] };
}

/** How far a page scrolls in a frame: near the upper or lower end it does so under the pointer. */
export function edgeScroll(y: number, { top, bottom }: ScrollArea): number {
  if (y < top + EDGE_PX) return -SCROLL_PX;
  return y > bottom - EDGE_PX ? SCROLL_PX : 0;
}

type Row = { readonly [T in keyof Inputs]?: (state: DragState, input: Inputs[T]) => Step };

const HELD: Row = {
  move: (state, { at }) => ({ state: { ...state, at, hasMoved: true }, effects: [] }),
  frame,
  drop,
  cancel: (state, { at }) => end({ ...state, at }, true, [{ do: 'announce' }]),
  escape: (state) => end(state, true),
  release: (state) => end(state, false),
};

const TABLE: Readonly<Record<Phase, Row>> = {
  carried: { ...HELD, turned },
  turning: { ...HELD, turn },
  ended: {},
};

function frame(state: DragState, { now, cell, area, pages }: Inputs['frame']): Step {
  const effects: Effect[] = [];
  const by = edgeScroll(state.at.y, area);
  if (by !== 0) effects.push({ do: 'scroll', by });
  const rested = rest(state, cell, now);
  effects.push(...rested.effects);
  if (!state.hasMoved) return { state: rested.state, effects };
  const watched = watchSides({ ...rested.state, hasMoved: false }, pages);
  return { state: watched.state, effects: [...effects, { do: 'draw' }, ...watched.effects] };
}

/** Passing over a cell is no wish: the neighbours make room once the pointer rests for a moment. */
function rest(state: DragState, cell: GridCell | null, now: number): Step {
  // Only a new cell is a new wish; otherwise two widgets would change places for ever.
  if (!cell || cell.key === state.settledCell) return { state, effects: [] };
  const over = cell.key === state.over.cell ? state.over : { cell: cell.key, since: now };
  if (now - over.since < REST_MS) return { state: { ...state, over }, effects: [] };
  return makeRoom({ ...state, over }, cell);
}

function makeRoom(state: DragState, cell: GridCell): Step {
  return { state: { ...state, settledCell: cell.key }, effects: [{ do: 'makeRoom', cell }] };
}

/** Resting at a side turns up to the last page; the page that is added there is a wish of its own. */
function watchSides(state: DragState, pages: Pages): Step {
  const side = sideAt(state.at.x, pages.width);
  const next: DragState = side === state.side ? state : { ...state, phase: 'carried', side, hasTurned: false };
  const adds = pages.current + side >= pages.count;
  if (side === 0 || next.phase === 'turning' || (next.hasTurned && adds)) return { state: next, effects: [] };
  return { state: { ...next, phase: 'turning' }, effects: [{ do: 'scheduleTurn' }] };
}

function sideAt(x: number, width: number): Side {
  if (x < EDGE_PX) return -1;
  return x > width - EDGE_PX ? 1 : 0;
}

function turn(state: DragState): Step {
  return { state: { ...state, phase: 'carried', settledCell: '' }, effects: [{ do: 'turnPage', by: state.side }] };
}

function turned(state: DragState, { isDone, pages }: Inputs['turned']): Step {
  return watchSides({ ...state, hasTurned: state.hasTurned || isDone }, pages);
}

/** A quick drop counts where it fell, rested or not. */
function drop(state: DragState, { at, cell }: Inputs['drop']): Step {
  const isNew = cell !== null && cell.key !== state.settledCell;
  const placed = isNew ? makeRoom({ ...state, at }, cell) : { state: { ...state, at }, effects: [] };
  const ended = end(placed.state, false, [{ do: 'announce' }]);
  return { state: ended.state, effects: [...placed.effects, ...ended.effects] };
}

function end(state: DragState, isUndone: boolean, after: Effect[] = []): Step {
  return { state: { ...state, phase: 'ended' }, effects: [{ do: 'finish', isUndone }, ...after] };
}
