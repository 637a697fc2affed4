// What the list shows, row by row: days, the unread line, messages in groups of one sender. Pure.
import type { Message } from '../types';
import type { Outgoing } from './outgoing';

export type Row =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: Message; first: boolean; last: boolean; mine: boolean }
  | { kind: 'outgoing'; key: string; item: Outgoing; first: boolean };

/** Words of one person within this time stand together under one name. */
const TOGETHER_MS = 5 * 60_000;

export interface RowSources {
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  /** User ID of who looks. */
  me: string;
  /** The last `seq` that was read when the room was opened; null for no line. */
  readSeq: number | null;
}

/** The rows of a room. What is on its way out and here already is shown once. */
export function rowsOf({ messages, outgoing, me, readSeq }: RowSources): Row[] {
  const rows: Row[] = [];
  let before: Message | undefined;
  let isDivided = readSeq === null;
  for (const message of messages) {
    const at = new Date(message.created_at);
    const isNewDay = !before || !isSameDay(new Date(before.created_at), at);
    if (isNewDay) rows.push({ kind: 'day', key: `day ${dayKey(at)} ${message.id}`, at });
    const isUnread = !isDivided && message.seq > (readSeq ?? 0) && message.sender_id !== me;
    if (isUnread) {
      rows.push({ kind: 'unread', key: 'unread' });
      isDivided = true;
    }
    const first = isNewDay || isUnread || !before || !together(before, message);
    rows.push({ kind: 'message', key: message.id, message, first, last: true, mine: message.sender_id === me });
    if (!first) closeUp(rows);
    before = message;
  }
  const arrived = new Set(messages.map(({ temp_id }) => temp_id).filter(Boolean));
  outgoing
    .filter((item) => !arrived.has(item.temp_id))
    .forEach((item, i) => {
      const first = i === 0 && before?.sender_id !== me;
      rows.push({ kind: 'outgoing', key: item.temp_id, item, first });
    });
  return rows;
}

/** The row before the newest is not the last of its group any more. */
function closeUp(rows: Row[]): void {
  const row = rows[rows.length - 2];
  if (row?.kind === 'message') rows[rows.length - 2] = { ...row, last: false };
}

function together(one: Message, next: Message): boolean {
  if (one.sender_id !== next.sender_id || one.recalled) return false;
  return Date.parse(next.created_at) - Date.parse(one.created_at) < TOGETHER_MS;
}

function isSameDay(one: Date, other: Date): boolean {
  return dayKey(one) === dayKey(other);
}

function dayKey(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
}
