// Reports while no window is open: the lists are kept up to date. The notifications tell of new and of settled ones.
import { subscribe } from '@/core/live';
import { onUnresumed } from '@/core/live/on-gap';
import { refresh } from '../reports/queries';

/** Starts; answers what ends it. */
export function followReports(): () => void {
  const stops = [subscribe('chat_report_changed', refresh), onUnresumed(refresh)];
  return () => stops.forEach((stop) => stop());
}
