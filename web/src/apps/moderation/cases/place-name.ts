// Where the content of a case stands, in words.
import { roomNameOf } from '@/core/room-name';
import { t } from '../i18n';
import { placeKind } from '../model';
import type { Case } from '../types';

/** The name that the server tells, else that of the room, or what kind of place it is. A post is its own place. */
export function placeName(at: Pick<Case, 'kind' | 'place'>, name = ''): string {
  const kind = placeKind(at);
  if (kind === 'post') return name || (at.kind === 'post' ? '' : t('place.post', { id: at.place }));
  if (kind === 'public' || kind === 'class') return roomNameOf({ kind, room_id: at.place, name });
  return name || t(`place.${kind}`);
}
