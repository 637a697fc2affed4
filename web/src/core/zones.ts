// The time zones that a class is offered: its country's, those nearby, and this device's own.

export const PROPOSED_ZONE = 'Asia/Shanghai';
const OTHERS = ['Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau', 'Asia/Taipei', 'Asia/Singapore', 'UTC'];

/** The zone of this device; empty when the engine does not tell. */
export const DEVICE_ZONE = Intl.DateTimeFormat('en-US').resolvedOptions().timeZone || '';

/** The zones to choose from, each once, with `more` among them. */
export function zoneChoices(...more: string[]): string[] {
  return [...new Set([PROPOSED_ZONE, DEVICE_ZONE, ...more, ...OTHERS])].filter(Boolean);
}
