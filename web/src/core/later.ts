// What can wait until the first picture stands: it must not compete with it for a slow line. The wait is a fixed
// time, because nothing tells when the widgets of a layout have drawn what they fetch.

/** After this time a desktop that loads well shows its first widgets. */
const FIRST_PICTURE_MS = 1000;

let passed: Promise<void> | undefined;

/** Waits until the first picture should stand; once that time is over it answers at once. */
export function firstPicture(): Promise<void> {
  passed ??= new Promise((resolve) => window.setTimeout(resolve, FIRST_PICTURE_MS));
  return passed;
}

/** A loader that begins after the first picture. */
export const afterFirstPicture =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    firstPicture().then(load);
