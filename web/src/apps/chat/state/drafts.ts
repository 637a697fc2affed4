// What is half written, per room, kept on the device until it is sent.
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';
import { me } from './me';

/** The draft of a room, empty when there is none. */
export function draftOf(room: string): string {
  const kept = readPersonal(key(room));
  return typeof kept === 'string' ? kept : '';
}

export function keepDraft(room: string, text: string): void {
  if (text) writePersonal(key(room), text);
  else removePersonal(key(room));
}

function key(room: string): string {
  return `chat-draft:${me()}:${room}`;
}
