// What the forms of the section check and send: whole numbers, and what differs from before. Pure.

/** A number as a field shows it: 0 is an empty field. */
export const numberText = (value: number): string => (value === 0 ? '' : String(value));

/** The whole number that was typed, 0 for an empty field; undefined where the server would not take it. */
export function wholeNumber(typed: string, max: number): number | undefined {
  const text = typed.trim();
  return /^\d*$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

/** The fields whose values differ from before. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => after[key] !== before[key]);
  return Object.fromEntries(keys.map((key) => [key, after[key]])) as Partial<T>;
}
