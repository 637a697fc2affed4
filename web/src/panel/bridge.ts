// What stays on the board for a moment while the server has nothing to say. Pure.
import { todayText } from '@/core/time';
import type { Board } from './types';

/** Longer than a provider of the weather takes to answer. */
const BRIDGE_MS = 2 * 60_000;

interface Weather {
  fetched_at?: string;
  until?: number;
}

/**
 * A new board with the weather of the one before it where the server has none: after a change of the language it asks its
 * provider anew. What is shown then is of the same day, and leaves by itself; see `until` of the part.
 */
export function bridged(next: Board, before: Board | null, now: number): Board {
  const weather = before?.parts.weather as Weather | null | undefined;
  if (next.parts.weather !== null || !weather) return next;
  const isOfToday = todayText(new Date(weather.fetched_at ?? 0)) === todayText(new Date(now));
  return isOfToday ? { ...next, parts: { ...next.parts, weather: { until: now + BRIDGE_MS, ...weather } } } : next;
}
