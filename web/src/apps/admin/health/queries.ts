// The health page's talk with the server.
import { api, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import type { Health, ServerStats, StatsHistory } from '../types';

/** What the portal checks of itself. 503 is its way to say that a part is not well. */
export async function readHealth(): Promise<Health> {
  try {
    return await send(api.GET('/api/system/health'));
  } catch (cause) {
    const { status, data } = asFailure(cause);
    if (status === 503 && typeof data === 'object' && data !== null && 'checks' in data) return data as Health;
    throw cause;
  }
}

/** The figures of this moment. */
export function readStats(): Promise<ServerStats> {
  return send(api.GET('/api/admin/server-stats'));
}

/** One sample a minute of the last day. */
export function readDay(): Promise<StatsHistory> {
  return send(api.GET('/api/admin/server-stats/history', { params: { query: { hours: 24 } } }));
}
