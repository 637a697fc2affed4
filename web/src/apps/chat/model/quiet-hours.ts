// Whether a message may disturb; pure.
import { isQuiet } from '@/core/quiet-hours';
import type { Message, Room } from '../types';

type QuietSettings = Pick<Room, 'muted' | 'quiet_from' | 'quiet_to'>;

export interface Moment {
  now: Date;
  me: string;
  /** The room is open before somebody's eyes. */
  isWatched: boolean;
  /** The member wants the island to tell when they are called by name. */
  tellsMentions: boolean;
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
  return !room.muted || (moment.tellsMentions && message.mentions.includes(moment.me));
}
