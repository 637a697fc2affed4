// Makes a picture small enough for the portal: drawn anew on a canvas, so that nothing is left of what a camera
// writes beside the pixels.

/** The browser cannot open the file as a picture. */
export class NotAPicture extends Error {}

/** Opens a file as a picture; throws `NotAPicture`. */
export async function openPicture(file: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  // Not as a blob's address: the policy of the page lets it connect to the portal alone.
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new NotAPicture(file.type)));
    reader.readAsDataURL(file);
  });
  await new Promise((resolve, reject) => {
    image.addEventListener('load', resolve);
    image.addEventListener('error', () => reject(new NotAPicture(file.type)));
    image.src = address;
  });
  if (image.naturalWidth === 0) throw new NotAPicture(file.type);
  return image;
}

/** Width and height that fit into a square of `side`, in the same proportions; never larger than before. */
export function fitInto(side: number, width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What a canvas shows, as a file; null where the engine cannot write it. */
export function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

/** A JPEG of a canvas with at most so many bytes, as good as fits, from a quality on. */
export async function jpegWithin(canvas: HTMLCanvasElement, bytes: number, best = 0.9): Promise<Blob> {
  for (const quality of [best, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]) {
    const blob = await blobOf(canvas, 'image/jpeg', quality);
    if (!blob) break;
    if (blob.size <= bytes) return blob;
  }
  throw new NotAPicture();
}

/** A picture drawn anew, its longer side at most `side` pixels. Throws `NotAPicture`. */
export async function drawPicture(file: Blob, side: number): Promise<HTMLCanvasElement> {
  const image = await openPicture(file);
  const { width, height } = fitInto(side, image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new NotAPicture();
  // What is transparent becomes white, not black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** A picture as a JPEG whose longer side has at most `side` pixels. Throws `NotAPicture`. */
export async function shrinkPicture(file: Blob, side: number, bytes: number): Promise<Blob> {
  return jpegWithin(await drawPicture(file, side), bytes);
}
