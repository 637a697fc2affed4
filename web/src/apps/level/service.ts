// Experience that the server has given for something done elsewhere: level and history follow, and a
// new level is celebrated.
import { subscribe } from '@/core/live';
import { onUnresumed } from '@/core/live/on-gap';
import { queryClient } from '@/core/query';
import { user } from '@/core/session';
import { LEVEL_KEY } from './queries';
import { raised } from './tell';

/** Starts; answers what ends it. */
export default function start(): () => void {
  const stops = [
    subscribe('exp_updated', ({ user_id: whose, level, historical }) => {
      if (whose === user.value?.user_id) raised(level, historical === true);
    }),
    onUnresumed(refresh),
  ];
  return () => stops.forEach((stop) => stop());
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: LEVEL_KEY });
}
