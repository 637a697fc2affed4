// Sizes of the previews in the gallery.
import { expect, it } from 'vitest';
import { scaleOf, sizesOf } from './preview-size';

it('offers every size between the limits', () => {
  const sizes = sizesOf({ minSize: { w: 2, h: 1 }, maxSize: { w: 4, h: 2 } });
  expect(sizes.map(({ w, h }) => `${w}×${h}`)).toEqual(['2×1', '3×1', '4×1', '2×2', '3×2', '4×2']);
  expect(sizesOf({ minSize: { w: 2, h: 2 }, maxSize: { w: 2, h: 2 } })).toEqual([{ w: 2, h: 2 }]);
});

it('makes a preview no larger than it has room for, nor than the widget is', () => {
  expect(scaleOf({ width: 600, height: 280 }, { width: 300, height: 200 }, 1)).toBe(0.5);
  expect(scaleOf({ width: 280, height: 600 }, { width: 300, height: 150 }, 1)).toBe(0.25);
  expect(scaleOf({ width: 100, height: 50 }, { width: 300, height: 200 }, 0.75)).toBe(0.75);
  expect(scaleOf({ width: 100, height: 50 }, { width: 0, height: 0 }, 1)).toBe(0);
});
