// A message in one line, for lists, quotes and the island; pure but for the texts it is given.
import type { Translate } from '@/core/i18n';
import type { ChatKey } from '../i18n/zh';
import type { RemovedBy } from '../types';
import { fileName } from './files';

interface Shown {
  type: string;
  content: string;
  recalled: boolean;
  removed_by?: RemovedBy;
  file?: unknown;
}

/** The text in place of a message that was taken back, or removed by another. */
export function goneKey({ removed_by }: Pick<Shown, 'removed_by'>): ChatKey {
  if (removed_by === 'moderator') return 'message.removed';
  return removed_by === 'owner' ? 'message.removed_by_owner' : 'message.recalled';
}

/** The line; forwards and files say what they are. */
export function preview(message: Shown, t: Translate<ChatKey>): string {
  if (message.recalled) return t(goneKey(message));
  switch (message.type) {
    case 'image':
      return t('kind.image');
    case 'file':
    case 'audio':
    case 'video':
      return t(`kind.${message.type}`, { name: fileName(message) }).trim();
    case 'community_forward':
    case 'music_playlist':
    case 'ai_forward':
    case 'ai_batch':
    case 'gomoku_invite':
      return t(`kind.${message.type}`);
    default:
      return message.content.replace(/\s+/g, ' ');
  }
}
