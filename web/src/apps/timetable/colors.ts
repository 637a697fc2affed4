// The colours that a timetable offers for its subjects.
import { PALETTE, subjectColor } from '@/core/subject-color';

export { PALETTE, subjectColor };

/** The colour for one more subject: its own where no other has that, else one that is free. */
export function freeColor(name: string, taken: readonly string[]): string | undefined {
  if (!taken.includes(subjectColor({ subject: name }))) return undefined;
  return PALETTE.find((color) => !taken.includes(color));
}
