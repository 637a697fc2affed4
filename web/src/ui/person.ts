// How a person without a picture is marked, alike everywhere.

const COLORS = ['blue', 'green', 'teal', 'violet', 'red', 'orange'] as const;

/** The first character of a name, as it stands in the mark. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '?';
}

/** The colour of somebody's mark; it follows from the ID, so it stays when they change their name. */
export function swatchOf(id: string): string {
  const sum = [...id].reduce((total, c) => (total * 31 + c.charCodeAt(0)) % 9973, 7);
  return `var(--svc-swatch-${COLORS[sum % COLORS.length]})`;
}
