// What a tile does from the press to the drop, for a mouse and for a finger.
import { describe, expect, it } from 'vitest';
import { step, type TileInput, type TileState } from './tile-drag-state';

const down = (isMouse: boolean): TileInput => ({ type: 'down', pointer: 1, isMouse, at: { x: 50, y: 50 } });
const move = (x: number, pointer = 1): TileInput => ({ type: 'move', pointer, at: { x, y: 50 } });
const HOLD: TileInput = { type: 'hold' };
const UP: TileInput = { type: 'up', pointer: 1 };
const CANCEL: TileInput = { type: 'cancel', pointer: 1 };
const END: TileInput = { type: 'end' };

/** The phase after each input with its effects. */
function run(...inputs: TileInput[]): string[] {
  let state: TileState = { phase: 'idle' };
  return inputs.map((input) => {
    const next = step(state, input);
    state = next.state;
    return [state.phase, ...next.effects.map((effect) => effect.do)].join(' ');
  });
}

describe('a mouse', () => {
  it('lifts as soon as it has moved, and drops where it lets go', () => {
    expect(run(down(true), move(57), move(59), move(90), UP)).toEqual([
      'pressed listen',
      'pressed',
      'dragging lift follow',
      'dragging follow',
      'idle letGo',
    ]);
  });

  it('that did not move only clicks', () => {
    expect(run(down(true), move(53), UP)).toEqual(['pressed listen', 'pressed', 'idle release']);
  });
});

describe('a finger', () => {
  it('lifts by resting, and is followed from then on', () => {
    expect(run(down(false), move(53), HOLD, move(54), UP)).toEqual([
      'pressed listen scheduleHold',
      'pressed',
      'dragging lift',
      'dragging follow',
      'idle letGo',
    ]);
  });

  it('that moves before it has rested scrolls the list', () => {
    expect(run(down(false), move(90), HOLD, move(120))).toEqual([
      'pressed listen scheduleHold',
      'idle release',
      'idle',
      'idle',
    ]);
  });
});

it('follows by the way from the press, and drops only where the pointer was let go', () => {
  const { state } = step(step({ phase: 'idle' }, down(false)).state, HOLD);
  expect(step(state, { type: 'move', pointer: 1, at: { x: 20, y: 60 } }).effects).toEqual([
    { do: 'follow', dx: -30, dy: 10, at: { x: 20, y: 60 } },
  ]);
  expect(step(state, UP).effects).toEqual([{ do: 'letGo', isDrop: true }]);
  expect(step(state, CANCEL).effects).toEqual([{ do: 'letGo', isDrop: false }]);
});

it('hears nothing of other pointers, and of nothing while no tile is pressed', () => {
  expect(run(down(true), move(90, 2), { type: 'up', pointer: 2 })).toEqual(['pressed listen', 'pressed', 'pressed']);
  expect(run(HOLD, move(90), UP, CANCEL, END)).toEqual(['idle', 'idle', 'idle', 'idle', 'idle']);
});

it('lets go of a tile when the list goes, whether it was lifted or not', () => {
  expect(run(down(true), END)).toEqual(['pressed listen', 'idle release']);
  expect(run(down(true), move(90), END)).toEqual(['pressed listen', 'dragging lift follow', 'idle release']);
});
