// A room's history as a text file for oneself, read page by page within the member's requests.
import { retryAfterLimit } from '@/api/retry-after-limit';
import { roomNameOf } from '@/core/room-name';
import { saveFile } from '@/core/save-file';
import { formatTime, todayText } from '@/core/time';
import { listMessages } from '../api';
import { t } from '../i18n';
import { preview } from '../model/preview';
import type { Message, Room } from '../types';

const PAGE = 100;

/** Reads everything one may see and hands it to the browser; `onProgress` hears the count so far. */
export async function exportRoom(room: Room, onProgress: (count: number) => void): Promise<void> {
  const messages: Message[] = [];
  let before: number | undefined;
  for (let more = true; more;) {
    const page = await retryAfterLimit(() => listMessages(room.room_id, { before }, PAGE));
    messages.unshift(...page.messages);
    onProgress(messages.length);
    before = page.messages[0]?.seq;
    more = page.has_more && before !== undefined;
  }
  const name = (roomNameOf(room) || 'chat').replace(/[\\/:*?"<>|]/g, '_');
  // With its mark, without which old editors take Chinese for something else.
  saveFile(`${name}.txt`, `\ufeff${textOf(room, messages)}`, 'text/plain;charset=utf-8');
}

/** The file: one line per message, further lines of it indented. */
export function textOf(room: Room, messages: readonly Message[]): string {
  const lines = messages.map((message) => {
    const words = message.type === 'text' && !message.recalled ? message.content : preview(message, t);
    return `${moment(new Date(message.created_at))}  ${message.sender_name}: ${words.replace(/\n/g, '\n    ')}`;
  });
  return [roomNameOf(room), '', ...lines, ''].join('\n');
}

/** 2026-11-21 08:05 */
function moment(at: Date): string {
  return `${todayText(at)} ${formatTime(at)}`;
}
