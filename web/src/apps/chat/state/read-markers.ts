// Tells the server how far its member has read. Every marker costs one of the requests that a member
// has in a minute, so those of a busy room share one; what the server does not take is told again.
import { asFailure } from '@/api/failure';
import * as api from '../api';
import { judge } from '../model/outgoing';
import type { Message } from '../types';
import { findRoom, readUpTo } from './rooms';

/** What is read at one glance is told together, soon: whoever wrote it may be waiting for that. */
const FIRST_MS = 1_000;
/** Between two markers of one room. */
const PAUSE_MS = 8_000;

interface ReadMarker {
  /** Read, and not yet told. */
  message?: Message;
  timer: number;
  tries: number;
}

const markers = new Map<string, ReadMarker>();

/** Marks everything up to a message as read: here at once, on the server in a moment. */
export function markRead(message: Message, history: readonly Message[]): void {
  if (!readUpTo(message, history)) return;
  const marker = markers.get(message.room_id);
  if (marker) marker.message = message;
  else markers.set(message.room_id, { message, tries: 0, timer: after(FIRST_MS, message.room_id) });
}

/** Tells at once what is read of a room, or of all; with `keepalive` the page may go meanwhile. */
export function flushReadMarkers(room?: string, keepalive?: boolean): void {
  for (const id of room === undefined ? [...markers.keys()] : [room]) {
    if (markers.get(id)?.message) void tell(id, keepalive);
  }
}

/** Forgets what has not been told: of a room that was left, or of all, since someone else may sit here next. */
export function resetReadMarkers(room?: string): void {
  for (const id of room === undefined ? [...markers.keys()] : [room]) {
    window.clearTimeout(markers.get(id)?.timer);
    markers.delete(id);
  }
}

function after(ms: number, room: string): number {
  return window.setTimeout(() => {
    if (markers.get(room)?.message) void tell(room);
    else markers.delete(room);
  }, ms);
}

async function tell(room: string, keepalive?: boolean): Promise<void> {
  const marker = markers.get(room);
  if (!marker?.message) return;
  // Whoever is in the room no more is refused.
  if (!findRoom(room)) return resetReadMarkers(room);
  const { message } = marker;
  marker.message = undefined;
  window.clearTimeout(marker.timer);
  marker.timer = after(PAUSE_MS, room);
  try {
    await api.markRead(room, message.id, keepalive);
    marker.tries = 0;
  } catch (cause) {
    const { wait } = judge(asFailure(cause), marker.tries);
    // A refusal stays one; and another member’s markers are none of ours.
    if (wait === null || markers.get(room) !== marker) return;
    marker.tries += 1;
    marker.message ??= message;
    window.clearTimeout(marker.timer);
    marker.timer = after(Math.max(wait, PAUSE_MS), room);
  }
}
