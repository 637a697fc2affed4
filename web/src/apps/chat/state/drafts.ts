// What is half written, per room, kept on the device until it is sent.
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';
import { me } from './me';

/** The draft of a room, empty when there is none. */
export function draftOf(room: string): string {
  const kept = readPersonal(key(room));
  return typeof kept === 'string' ? kept : '';
}

/** Keeps it; answers false where the device does not. */
export function keepDraft(room: string, text: string): boolean {
  if (text) return writePersonal(key(room), text);
  removePersonal(key(room));
  return true;
}

function key(room: string): string {
  return `chat-draft:${me()}:${room}`;
}
