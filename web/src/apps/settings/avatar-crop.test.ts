// The picture of an avatar always covers the whole square.
import { expect, it } from 'vitest';
import { AVATAR_SIDE, clampOffset, coverScale } from './avatar-crop';

it('covers the square with the shorter side', () => {
  expect(coverScale({ width: 2 * AVATAR_SIDE, height: AVATAR_SIDE })).toBe(1);
  expect(coverScale({ width: AVATAR_SIDE / 2, height: AVATAR_SIDE * 4 })).toBe(2);
});

it('moves no edge into the square', () => {
  const wide = { width: AVATAR_SIDE + 100, height: AVATAR_SIDE };
  expect(clampOffset({ x: 80, y: -5 }, wide, 1)).toEqual({ x: 50, y: -0 });
  expect(clampOffset({ x: -20, y: 0 }, wide, 1).x).toBe(-20);
});
