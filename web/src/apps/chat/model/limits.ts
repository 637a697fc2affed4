// The server's own limits, so that the screen offers nothing that would be refused.
import type { Message } from '../types';

/** Longest text, in characters. */
export const MAX_TEXT = 4_000;
export const RECALL_MS = 2 * 60_000;
export const EDIT_MS = 15 * 60_000;
export const MAX_NAME = 30;
export const MAX_LINES = 500;
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '😡'] as const;

/** Length as the server counts it: characters, not UTF-16 units. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Whether one may still take a message of one's own back. */
export function isRecallable({ created_at, recalled }: Message, now: number): boolean {
  return !recalled && Math.abs(now - Date.parse(created_at)) < RECALL_MS;
}

/** Whether one may still correct it. */
export function isEditable({ type, created_at, recalled }: Message, now: number): boolean {
  return !recalled && type === 'text' && Math.abs(now - Date.parse(created_at)) < EDIT_MS;
}
