// Windows stay within reach.
import { expect, it } from 'vitest';
import { fitInside, openingRect } from './geometry';
import { keepReachable, resizeBy, snappedRect } from './reach';

const area = { x: 0, y: 52, width: 1366, height: 600 };
const size = { width: 560, height: 480 };

it('opens in the middle, each further window a step to the lower right', () => {
  const first = openingRect(size, area, 0);
  const second = openingRect(size, area, 1);
  expect(first.x).toBe(403);
  expect(second.x - first.x).toBe(32);
  expect(second.y - first.y).toBe(32);
});

it('opens inside the work area, however many are open', () => {
  for (let count = 0; count < 30; count++) {
    const rect = openingRect({ width: 2000, height: 560 }, area, count);
    expect(rect.x).toBeGreaterThanOrEqual(area.x);
    expect(rect.y + rect.height).toBeLessThanOrEqual(area.y + area.height);
    expect(rect.width).toBe(area.width);
  }
});

it('lets a window leave sideways, but keeps its title bar in reach', () => {
  const rect = { x: 0, y: 100, ...size };
  expect(keepReachable({ ...rect, x: -9999 }, area).x).toBe(96 + 144 - 560);
  expect(keepReachable({ ...rect, x: 9999 }, area).x).toBe(1366 - 96);
  expect(keepReachable({ ...rect, y: -50 }, area).y).toBe(52);
  expect(keepReachable({ ...rect, y: 9999 }, area).y).toBe(52 + 600 - 48);
});

it('resizes between the least size and the edge of the work area', () => {
  const rect = { x: 100, y: 100, ...size };
  const limits = { minWidth: 320, minHeight: 240 };
  expect(resizeBy(rect, 'se', -1000, -1000, limits, area)).toMatchObject({ width: 320, height: 240 });
  expect(resizeBy(rect, 'se', 9999, 9999, limits, area)).toMatchObject({ width: 1266, height: 552 });
  expect(resizeBy(rect, 'se', 10, 20, limits, area)).toMatchObject({ width: 570, height: 500 });
});

it('pushes a rectangle back in after the browser has become smaller', () => {
  const small = { x: 0, y: 52, width: 800, height: 400 };
  expect(fitInside({ x: 700, y: 400, ...size }, small)).toEqual({ x: 240, y: 52, width: 560, height: 400 });
});

it('resizes by the upper left corner with the lower right one at rest', () => {
  const rect = { x: 100, y: 100, ...size };
  const limits = { minWidth: 320, minHeight: 240 };
  expect(resizeBy(rect, 'nw', -20, -10, limits, area)).toEqual({ x: 80, y: 90, width: 580, height: 490 });
  expect(resizeBy(rect, 'nw', 9999, 9999, limits, area)).toEqual({ x: 340, y: 340, width: 320, height: 240 });
  expect(resizeBy(rect, 'n', -9999, -9999, limits, area)).toEqual({ x: 100, y: 52, width: 560, height: 528 });
});

it('gives a snapped window its part of the area, and never less than it needs', () => {
  const half = { x: 0.5, y: 0, width: 0.5, height: 1 };
  const limits = { minWidth: 360, minHeight: 240 };
  expect(snappedRect(half, limits, area)).toEqual({ x: 683, y: 52, width: 683, height: 600 });
  expect(snappedRect(half, limits, { ...area, width: 600 })).toEqual({ x: 240, y: 52, width: 360, height: 600 });
  expect(snappedRect(half, limits, { ...area, width: 300 })).toMatchObject({ x: 0, width: 300 });
});
