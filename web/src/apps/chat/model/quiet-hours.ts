// Whether a message may disturb; pure.
import { toSchoolTime } from '@/core/time';
import type { Message, Room } from '../types';

type QuietSettings = Pick<Room, 'muted' | 'quiet_from' | 'quiet_to'>;

export interface Moment {
  now: Date;
  me: string;
  /** The room is open before somebody's eyes. */
  isWatched: boolean;
  /** It was caught up with: news of an hour ago is no news. */
  isHistorical: boolean;
}

/**
 * A muted room tells when one is called by name; quiet hours tell nothing. Both still count what is
 * unread.
 */
export function mayDisturb(message: Message, room: QuietSettings, moment: Moment): boolean {
  if (moment.isHistorical || moment.isWatched || message.recalled) return false;
  if (message.sender_id === moment.me) return false;
  if (isQuiet(room, moment.now)) return false;
  return !room.muted || message.mentions.includes(moment.me);
}

/** Whether it is within the quiet hours; those may pass midnight. */
export function isQuiet({ quiet_from: from, quiet_to: to }: QuietSettings, now: Date): boolean {
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
