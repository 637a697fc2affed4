// Rules of what the weather shows, pure.
import { daysBetween } from '@/core/dates';
import type { PartState, RainForecast, WeatherAlert, WeatherDay, WeatherHour } from './types';

const HOUR_MS = 3_600_000;

/** A temperature in whole degrees; a rounded -0 is 0. */
export function degrees(celsius: number): string {
  return `${Math.round(celsius) || 0}°`;
}

/** The name of the text for today and tomorrow; null for a day that is called by its weekday. */
export function dayKey(date: string, today: string): 'day.today' | 'day.tomorrow' | null {
  const away = daysBetween(today, date);
  if (away === 0) return 'day.today';
  return away === 1 ? 'day.tomorrow' : null;
}

/** Whether the weather of this moment is that no more: the server says so, or nothing came for an hour. */
export function isOld({ fetched_at: at, stale }: PartState, now: number): boolean {
  return at !== null && (stale || now - Date.parse(at) > HOUR_MS);
}

/** The hours that are not over. */
export function hoursAhead(hours: readonly WeatherHour[], now: number): readonly WeatherHour[] {
  return hours.filter(({ at }) => Date.parse(at) + HOUR_MS > now);
}

/** The warnings that are not over. */
export function alertsInForce(alerts: readonly WeatherAlert[], now: number): readonly WeatherAlert[] {
  return alerts.filter(({ expires_at: end }) => end === null || Date.parse(end) > now);
}

/** Where the temperatures of a day lie among those of all days, as shares of the whole width. */
export function rangeOf(day: WeatherDay, days: readonly WeatherDay[]): { from: number; length: number } {
  const low = Math.min(...days.map((entry) => entry.temperature_min));
  const high = Math.max(...days.map((entry) => entry.temperature_max));
  const span = high - low || 1;
  const from = (day.temperature_min - low) / span;
  // A day without a range is a point that can be seen.
  return { from: Math.min(from, 0.96), length: Math.max((day.temperature_max - day.temperature_min) / span, 0.04) };
}

/** The steps that are not over, and the highest of them in mm. */
export function rainAhead(rain: RainForecast, now: number): { steps: RainForecast['steps']; most: number } {
  const steps = rain.steps.filter(({ at }) => Date.parse(at) + STEP_MS > now);
  return { steps, most: Math.max(0, ...steps.map(({ precipitation }) => precipitation)) };
}

const STEP_MS = 5 * 60_000;

/** Until when the forecast reaches, in ms; null when all of it is over. */
export function rainEnd(rain: RainForecast, now: number): number | null {
  const { steps } = rainAhead(rain, now);
  const last = steps[steps.length - 1];
  return last ? Date.parse(last.at) + STEP_MS : null;
}

/** Minutes until it begins to rain or snow; 0 while it does, null when it stays dry. */
export function minutesToRain(rain: RainForecast | null, now: number): number | null {
  const first = rain && rainAhead(rain, now).steps.find(({ precipitation }) => precipitation > 0);
  if (!first) return null;
  return Math.max(0, Math.round((Date.parse(first.at) - now) / 60_000));
}

/** Whether what falls first is snow. */
export function isSnow(rain: RainForecast | null, now: number): boolean {
  const steps = rain ? rainAhead(rain, now).steps : [];
  return steps.find(({ precipitation }) => precipitation > 0)?.is_snow === true;
}
