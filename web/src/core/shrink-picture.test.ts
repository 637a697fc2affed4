// Pictures get smaller and never larger, in their own proportions.
import { expect, it } from 'vitest';
import { fitInto, jpegWithin, NotAPicture } from './shrink-picture';

it('keeps the proportions and never enlarges', () => {
  expect(fitInto(2560, 4000, 3000)).toEqual({ width: 2560, height: 1920 });
  expect(fitInto(2560, 300, 200)).toEqual({ width: 300, height: 200 });
  expect(fitInto(100, 10_000, 1)).toEqual({ width: 100, height: 1 });
});

/** A canvas whose picture has so many bytes at each quality. */
function canvasOf(size: (quality: number) => number): HTMLCanvasElement {
  const toBlob = (done: BlobCallback, _: string, quality: number): void =>
    done({ size: size(quality) } as unknown as Blob);
  return { toBlob } as unknown as HTMLCanvasElement;
}

it('takes the best quality that fits', async () => {
  const canvas = canvasOf((quality) => quality * 40_000);
  expect((await jpegWithin(canvas, 30_000)).size).toBe(28_000);
});

it('gives up when nothing fits', async () => {
  await expect(
    jpegWithin(
      canvasOf(() => 99_000),
      30_000,
    ),
  ).rejects.toThrow(NotAPicture);
});
