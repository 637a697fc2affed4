// Files that were uploaded to the portal: where they are, and how large; pure.

/** What may be shown as a picture within the text. */
const PICTURE = /^image\/(png|jpeg|gif|webp|bmp|avif)$/;

export function isPicture(mime: string): boolean {
  return PICTURE.test(mime);
}

/** Where the file is; with `width` its thumbnail. */
export function addressOf(hash: string, width?: number): string {
  return `/api/cloud/files/${hash}${width ? `?w=${width}` : ''}`;
}

/** 1.4 MB */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}
