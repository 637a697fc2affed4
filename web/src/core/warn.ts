// Warnings for authors of apps and widgets; the interface asks for them (2.14, 2.15).

/** Writes one warning to the console. */
export function warn(text: string): void {
  // oxlint-disable-next-line no-console -- meant for authors, who look exactly there
  console.warn(`[portal] ${text}`);
}
