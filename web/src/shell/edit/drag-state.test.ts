// A dragged widget: where it makes room, when pages turn and scroll, and how it ends.
import { describe, expect, it } from 'vitest';
import { edgeScroll, initialState, step, type DragState, type Effect, type GridCell, type Input } from './drag-state';

const AREA = { top: 40, bottom: 740 };
const MIDDLE = { x: 500, y: 400 };
const RIGHT = { x: 990, y: 400 };
const LEFT = { x: 10, y: 400 };

const cell = (x: number, y: number): GridCell => ({ x, y, key: `p:${x}:${y}` });
const pages = (current = 0, count = 3): { current: number; count: number; width: number } => ({
  current,
  count,
  width: 1000,
});
const move = (at: { x: number; y: number }): Input => ({ type: 'move', at });
const frame = (now: number, under: GridCell | null = null, current = 0, count = 3): Input => ({
  type: 'frame',
  now,
  cell: under,
  area: AREA,
  pages: pages(current, count),
});
const TURN: Input = { type: 'turn' };

/** A drag that goes on through inputs. */
class Drag {
  state: DragState = initialState(MIDDLE);

  /** The effects of the last input. */
  take(...inputs: Input[]): Effect[] {
    let effects: Effect[] = [];
    for (const input of inputs) ({ state: this.state, effects } = step(this.state, input));
    return effects;
  }
}

describe('a page', () => {
  it.each([
    [83, -10],
    [84, 0],
    [400, 0],
    [696, 0],
    [697, 10],
  ])('under a pointer at %i scrolls by %i in a frame', (y, by) => {
    expect(edgeScroll(y, AREA)).toBe(by);
  });

  it('scrolls in each frame, moved or not', () => {
    const drag = new Drag();
    drag.take(move({ x: 500, y: 730 }), frame(0));
    expect(drag.take(frame(16))).toEqual([{ do: 'scroll', by: 10 }]);
  });
});

describe('the others', () => {
  it('make room once the pointer has rested over a cell, and only once', () => {
    const drag = new Drag();
    const over = cell(1, 0);
    expect(drag.take(frame(1000, over))).toEqual([]);
    expect(drag.take(frame(1059, over))).toEqual([]);
    expect(drag.take(frame(1060, over))).toEqual([{ do: 'makeRoom', cell: over }]);
    expect(drag.take(frame(2000, over))).toEqual([]);
  });

  it('stay where the pointer only passes over', () => {
    const drag = new Drag();
    drag.take(frame(1000, cell(1, 0)), frame(1050, cell(2, 0)));
    expect(drag.take(frame(1100, cell(2, 0)))).toEqual([]);
    expect(drag.take(frame(1110, cell(2, 0)))).toEqual([{ do: 'makeRoom', cell: cell(2, 0) }]);
  });

  it('stay where there is no cell', () => {
    expect(new Drag().take(frame(0), frame(1000))).toEqual([]);
  });

  it('make room for a quick drop, rested or not, unless they have', () => {
    const quick = new Drag();
    expect(quick.take({ type: 'drop', at: RIGHT, cell: cell(1, 0) })).toEqual([
      { do: 'makeRoom', cell: cell(1, 0) },
      { do: 'finish', isUndone: false },
      { do: 'announce' },
    ]);
    const slow = new Drag();
    slow.take(frame(1000, cell(1, 0)), frame(1060, cell(1, 0)));
    expect(slow.take({ type: 'drop', at: MIDDLE, cell: cell(1, 0) })).toEqual([
      { do: 'finish', isUndone: false },
      { do: 'announce' },
    ]);
  });
});

describe('the preview', () => {
  it('is drawn once a frame, and only after a move', () => {
    const drag = new Drag();
    expect(drag.take(move(LEFT), move(MIDDLE), frame(0))).toEqual([{ do: 'draw' }]);
    expect(drag.take(frame(16))).toEqual([]);
  });
});

describe('a pointer at a side', () => {
  it('turns the page once it has rested there, again and again up to the last one', () => {
    const drag = new Drag();
    expect(drag.take(move(RIGHT), frame(0))).toEqual([{ do: 'draw' }, { do: 'scheduleTurn' }]);
    expect(drag.state.phase).toBe('turning');
    expect(drag.take(TURN)).toEqual([{ do: 'turnPage', by: 1 }]);
    expect(drag.take({ type: 'turned', isDone: true, pages: pages(1) })).toEqual([{ do: 'scheduleTurn' }]);
    drag.take(TURN);
    expect(drag.take({ type: 'turned', isDone: true, pages: pages(2) })).toEqual([]);
    expect(drag.state.phase).toBe('carried');
  });

  it('adds a page where it comes anew, not where it has just turned to the last one', () => {
    const drag = new Drag();
    drag.take(move(RIGHT), frame(0, null, 1), TURN, { type: 'turned', isDone: true, pages: pages(2) });
    expect(drag.take(move({ ...RIGHT, y: 410 }), frame(16, null, 2))).toEqual([{ do: 'draw' }]);
    expect(drag.take(move(MIDDLE), frame(32, null, 2))).toEqual([{ do: 'draw' }]);
    expect(drag.take(move(RIGHT), frame(48, null, 2))).toEqual([{ do: 'draw' }, { do: 'scheduleTurn' }]);
  });

  it('that goes again turns nothing', () => {
    const drag = new Drag();
    drag.take(move(RIGHT), frame(0), move(MIDDLE), frame(16));
    expect(drag.state.phase).toBe('carried');
    expect(drag.take(TURN)).toEqual([]);
  });

  it('and that jumps to the other one waits there from the start', () => {
    const drag = new Drag();
    drag.take(move(RIGHT), frame(0, null, 1));
    expect(drag.take(move(LEFT), frame(16, null, 1))).toEqual([{ do: 'draw' }, { do: 'scheduleTurn' }]);
    expect(drag.take(TURN)).toEqual([{ do: 'turnPage', by: -1 }]);
  });

  it('may make room for the same cell on the next page', () => {
    const drag = new Drag();
    drag.take(frame(0, cell(3, 0)), frame(60, cell(3, 0)), move(RIGHT), frame(76, cell(3, 0)), TURN);
    expect(drag.take(frame(92, cell(3, 0)))).toEqual([{ do: 'makeRoom', cell: cell(3, 0) }]);
  });
});

describe('the end', () => {
  it.each([
    [{ type: 'escape' }, [{ do: 'finish', isUndone: true }]],
    [{ type: 'cancel', at: LEFT }, [{ do: 'finish', isUndone: true }, { do: 'announce' }]],
    [{ type: 'release' }, [{ do: 'finish', isUndone: false }]],
  ] as [Input, Effect[]][])('comes with %o, also while a page is about to turn', (input, effects) => {
    expect(new Drag().take(input)).toEqual(effects);
    expect(new Drag().take(move(RIGHT), frame(0), input)).toEqual(effects);
  });

  it('comes once', () => {
    const drag = new Drag();
    drag.take({ type: 'escape' });
    const late: Input[] = [frame(0, cell(1, 0)), TURN, { type: 'drop', at: LEFT, cell: null }, { type: 'release' }];
    late.forEach((input) => expect(drag.take(input)).toEqual([]));
  });
});
