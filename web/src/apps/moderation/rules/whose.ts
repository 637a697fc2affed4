// Whose rules are shown, in words.
import { classOf, isAtLeast } from '@/core/admin/rights';
import { classTitle } from '@/core/class-title';
import { user } from '@/core/session';

/** The two digits of the class whose rules one sees; empty for the whole portal's. */
export function classShown(one: string): string {
  const me = user.value;
  if (one || !me || isAtLeast(me, 'admin')) return one;
  return classOf(me.user_id);
}

/** What it is called; empty for the whole portal. */
export function shownName(one: string): string {
  const digits = classShown(one);
  return digits && classTitle(digits);
}
