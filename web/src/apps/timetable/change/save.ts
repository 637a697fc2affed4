// Saves changes of dates, and offers to take them back.
import { asFailure } from '@/api/failure';
import { putDays } from '../calls';
import { refreshTimetable } from '../queries';
import type { SeenChange } from '../types';
import { toastWithUndo } from '../undo';
import { t } from './i18n';

let closeLast = (): void => undefined;

/**
 * Saves; what people read then is `done`, with the way back, in the place of what the change before said: two would lie
 * over the next sheet of a phone. Rejects when the server refuses.
 */
export async function saveDays(days: readonly SeenChange[], inClass: string | undefined, done: string): Promise<void> {
  const saved = await putDays(days, inClass);
  const written = new Map(saved.days.map(({ date, change }) => [date, change]));
  // Taken back as long as the days are as they were written here.
  const before = saved.before.map((day) => ({ ...day, seen: written.get(day.date) ?? null }));
  closeLast();
  closeLast = toastWithUndo(done, () => putDays(before, inClass), t('undone'));
  refreshTimetable();
}

/** Whether somebody else has changed a date since it was read. */
export const isChangedMeanwhile = (cause: unknown): boolean => asFailure(cause).slug === 'timetable_day_changed';
