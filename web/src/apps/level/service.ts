// Experience that the server has given for something done elsewhere: level and history follow, and a
// new level is celebrated.
import { subscribe } from '@/core/live';
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
    // One that was up before this code came has told its frames to nobody, and greets at once.
    subscribe('connected', ({ resumed }) => resumed === true || refresh()),
  ];
  return () => stops.forEach((stop) => stop());
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: LEVEL_KEY });
}
