// Versions of apps in order. Pure.

/** Whether a version is lower than another one, as the server compares them: by three numbers, and by nothing else. */
export function isLower(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((n, i) => n !== b[i]);
  return at !== -1 && Number(a[at]) < Number(b[at]);
}

/** What a part begins with; `1.2.3-beta` is 1.2.3, and a part without a number is 0. */
function numbersOf(version: string): number[] {
  const parts = version.trim().replace(/^v+/i, '').split('.');
  return [0, 1, 2].map((i) => Number(/^\d+/.exec(parts[i] ?? '')?.[0] ?? 0));
}
