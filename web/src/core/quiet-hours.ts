// Whether a moment lies within quiet hours, `HH:MM` to `HH:MM` in the zone of the school; pure.
import { toSchoolTime } from './time';

export interface QuietHours {
  quiet_from?: string | null;
  quiet_to?: string | null;
}

/** Whether it is within the quiet hours; those may pass midnight. */
export function isQuiet({ quiet_from: from, quiet_to: to }: QuietHours, now: Date): boolean {
  if (!from || !to || from === to) return false;
  const shown = toSchoolTime(now);
  const at = shown.getHours() * 60 + shown.getMinutes();
  const [begin, end] = [minutes(from), minutes(to)];
  return begin < end ? at >= begin && at < end : at >= begin || at < end;
}

function minutes(hour: string): number {
  const [h, m] = hour.split(':').map(Number);
  return (h ?? 0) * 60 + (m ?? 0);
}
