// Experience that the server has given for something done elsewhere: level and history follow, and a
// new level is celebrated.
import { subscribe } from '@/core/live';
import { user } from '@/core/session';
import { raised } from './tell';

/** Starts; answers what ends it. */
export default function start(): () => void {
  return subscribe('exp_updated', ({ user_id: whose, level, historical }) => {
    if (whose === user.value?.user_id) raised(level, historical === true);
  });
}
