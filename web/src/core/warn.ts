// Warnings for authors of apps and widgets; interface 2.14 and interface 2.15 ask for them.

/** Writes one warning to the console. */
export function warn(text: string): void {
  // oxlint-disable-next-line no-console -- meant for authors, who look exactly there
  console.warn(`[portal] ${text}`);
}
