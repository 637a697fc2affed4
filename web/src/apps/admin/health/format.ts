// Figures of machines in words.

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `3.2 GB` */
export function bytes(n: number): string {
  let rest = n;
  let unit = 0;
  while (rest >= 1000 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit += 1;
  }
  return `${rest >= 100 || unit === 0 ? Math.round(rest) : rest.toFixed(1)} ${UNITS[unit]}`;
}

/** `7` or `7.3`, never more. */
export function short(n: number): string {
  return n >= 100 || Number.isInteger(n) ? String(Math.round(n)) : n.toFixed(1);
}

/** From this share on, in percent, a disk or memory counts as nearly full. */
export const NEARLY_FULL = 85;
