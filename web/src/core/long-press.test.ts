// A finger that rests opens a menu; one that moves, or is lifted, does not.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onLongPress } from './long-press';

let root: HTMLElement;
let opened: number[][];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  root = document.createElement('div');
  opened = [];
  stop = onLongPress(root, (_, { x, y }) => opened.push([x, y]) > 0);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function touch(type: string, ...fingers: { clientX: number; clientY: number }[]): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), { touches: fingers });
  root.dispatchEvent(event);
  return event;
}
const finger = { clientX: 20, clientY: 30 };

it('opens where the finger rests, and its lifting clicks nothing', () => {
  touch('touchstart', finger);
  vi.runAllTimers();
  expect(opened).toEqual([[20, 30]]);
  expect(touch('touchend').defaultPrevented).toBe(true);
  touch('touchstart', finger);
  expect(touch('touchend').defaultPrevented).toBe(false);
});

it('opens once where the browser reports the finger itself', () => {
  touch('touchstart', finger);
  root.dispatchEvent(new Event('contextmenu'));
  vi.runAllTimers();
  expect(opened).toEqual([]);
});

it('opens nothing under a finger that scrolls, is lifted early, or is not alone', () => {
  touch('touchstart', finger);
  touch('touchmove', { clientX: 20, clientY: 60 });
  vi.runAllTimers();
  touch('touchstart', finger);
  touch('touchend');
  vi.runAllTimers();
  touch('touchstart', finger, finger);
  vi.runAllTimers();
  expect(opened).toEqual([]);
});

it('listens to nothing once it was stopped', () => {
  stop();
  touch('touchstart', finger);
  vi.runAllTimers();
  expect(opened).toEqual([]);
});
