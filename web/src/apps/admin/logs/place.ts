// Where the target of an act is shown.
import { placeOf } from '@/core/found';
import { user } from '@/core/session';
import { sectionsFor } from '../sections';
import type { LogEntry } from '../types';

export type TargetPlace = NonNullable<LogEntry['target_place']>;

/** In an app, as a hit of the search; else in the section that is called like the kind; empty for nowhere. */
export function pathOf({ kind, id }: TargetPlace): string {
  const place = placeOf(kind, id);
  if (place) return `${place.app.name}/${place.path}`;
  return sectionsFor(user.value).some((section) => section.id === kind) ? `admin/${kind}` : '';
}
