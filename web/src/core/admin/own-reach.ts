// Whom one addresses unless told: everybody for an admin of all classes, the own class for others.
import type { Reach } from '@/api/types';
import { user } from '@/core/session';
import { classOf, isAtLeast } from './rights';

export function ownReach(): Reach {
  const me = user.value;
  return { classes: me && !isAtLeast(me, 'admin') ? [classOf(me.user_id)] : [], role: 'all' };
}
