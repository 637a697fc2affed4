// The clocks of a zone, read on a device of any other. Pure, and apart from what tells a member about it.

/** Offsets of zones are whole quarters of an hour and change on them. */
const SLOT_MS = 900_000;
/** Slots that are remembered: more than a screen shows. */
const MAX_SLOTS = 500;

/**
 * Reads a moment on the clocks of a zone. In the hour that the device's own zone leaves out once a year, the hour
 * after it is shown.
 */
export function schoolClockOf(name: string): (moment: Date) => Date {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hour12: false,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const slots = new Map<number, number>();
  const shownMs = (at: number): number => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    // Midnight is 24 on some engines.
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, (part.hour ?? 0) % 24, part.minute);
  };
  return (moment) => {
    const begin = Math.floor(moment.getTime() / SLOT_MS) * SLOT_MS;
    if (Number.isNaN(begin)) return moment;
    if (slots.size > MAX_SLOTS) slots.clear();
    const ahead = slots.get(begin) ?? shownMs(begin) - begin;
    slots.set(begin, ahead);
    const there = new Date(moment.getTime() + ahead);
    const [hour, minute] = [there.getUTCHours(), there.getUTCMinutes()];
    return new Date(
      there.getUTCFullYear(),
      there.getUTCMonth(),
      there.getUTCDate(),
      hour,
      minute,
      there.getUTCSeconds(),
      there.getUTCMilliseconds(),
    );
  };
}
