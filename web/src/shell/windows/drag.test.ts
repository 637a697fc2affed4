// A drag ends once, whatever becomes of the pointer, the handle and the component.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { useDrag } from './drag';

let scope: EffectScope;
let handle: HTMLElement;
let moves: [number, number][];
let ends: number;

beforeEach(() => {
  moves = [];
  ends = 0;
  handle = document.body.appendChild(document.createElement('span'));
  handle.setPointerCapture = () => undefined;
  scope = effectScope();
  scope.run(() => {
    handle.addEventListener(
      'pointerdown',
      useDrag(
        () => true,
        (dx, dy) => moves.push([dx, dy]),
        () => (ends += 1),
      ),
    );
  });
});
afterEach(() => {
  scope.stop();
  handle.remove();
});

function send(type: string, target: EventTarget, x: number, pointerId = 1): void {
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerId, clientX: x, clientY: 0 }));
}

it('follows the pointer that began, and no other', () => {
  send('pointerdown', handle, 10);
  send('pointerdown', handle, 500, 2);
  send('pointermove', handle, 900, 2);
  send('pointerup', handle, 900, 2);
  expect(ends).toBe(0);
  send('pointermove', handle, 40);
  send('pointerup', handle, 40);
  expect(moves).toEqual([[30, 0]]);
  expect(ends).toBe(1);
});

it('ends when its component goes under the finger', () => {
  send('pointerdown', handle, 10);
  send('pointermove', handle, 40);
  scope.stop();
  expect(ends).toBe(1);
  send('pointerup', handle, 40);
  expect(ends).toBe(1);
});

it('ends when the finger lets go of a handle that is gone', () => {
  send('pointerdown', handle, 10);
  handle.remove();
  send('pointerup', document.body, 60);
  expect(ends).toBe(1);
});
