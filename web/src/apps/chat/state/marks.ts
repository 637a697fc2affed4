// Tells the server how far its member has read. Every mark costs one of the requests that a member
// has in a minute, so those of a busy room share one; what the server does not take is told again.
import { asFailure } from '@/api/failure';
import * as api from '../api';
import { judge } from '../model/outgoing';
import type { Message } from '../types';
import { findRoom, readUpTo } from './rooms';

/** What is read at one glance is told together, soon: whoever wrote it may be waiting for that. */
const FIRST_MS = 1_000;
/** Between two marks of one room. */
const PAUSE_MS = 8_000;

interface Mark {
  /** Read, and not yet told. */
  message?: Message;
  timer: number;
  tries: number;
}

const marks = new Map<string, Mark>();

/** Marks everything up to a message as read: here at once, on the server in a moment. */
export function markRead(message: Message, history: readonly Message[]): void {
  if (!readUpTo(message, history)) return;
  const mark = marks.get(message.room_id);
  if (mark) mark.message = message;
  else marks.set(message.room_id, { message, tries: 0, timer: after(FIRST_MS, message.room_id) });
}

/** Tells at once what is read of a room, or of all; with `keepalive` the page may go meanwhile. */
export function flushMarks(room?: string, keepalive?: boolean): void {
  for (const id of room === undefined ? [...marks.keys()] : [room]) {
    if (marks.get(id)?.message) void tell(id, keepalive);
  }
}

/** Forgets what has not been told: of a room that was left, or of all, since someone else may sit here next. */
export function resetMarks(room?: string): void {
  for (const id of room === undefined ? [...marks.keys()] : [room]) {
    window.clearTimeout(marks.get(id)?.timer);
    marks.delete(id);
  }
}

function after(ms: number, room: string): number {
  return window.setTimeout(() => {
    if (marks.get(room)?.message) void tell(room);
    else marks.delete(room);
  }, ms);
}

async function tell(room: string, keepalive?: boolean): Promise<void> {
  const mark = marks.get(room);
  if (!mark?.message) return;
  // Whoever is in the room no more is refused.
  if (!findRoom(room)) return resetMarks(room);
  const { message } = mark;
  mark.message = undefined;
  window.clearTimeout(mark.timer);
  mark.timer = after(PAUSE_MS, room);
  try {
    await api.markRead(room, message.id, keepalive);
    mark.tries = 0;
  } catch (cause) {
    const { wait } = judge(asFailure(cause), mark.tries);
    // A refusal stays one; and another member’s marks are none of ours.
    if (wait === null || marks.get(room) !== mark) return;
    mark.tries += 1;
    mark.message ??= message;
    window.clearTimeout(mark.timer);
    mark.timer = after(Math.max(wait, PAUSE_MS), room);
  }
}
