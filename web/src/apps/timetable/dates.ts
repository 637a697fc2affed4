// Dates and times of the wire in the words of the timetable.
export * from '@/core/dates';

/** `8:00` of `08:00` and of `08:00:30`. */
export const shortTime = (time: string): string => time.slice(0, 5).replace(/^0/, '');
