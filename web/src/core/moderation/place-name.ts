// Where something that was reported or removed stands, in words.
import { roomNameOf } from '@/core/room-name';
import { t } from './i18n';

interface Place {
  kind: string;
  place: string;
  /** Null where the words are gone or left out. */
  words?: string | null | undefined;
}

/** What kind of place a content stands in, by what the server calls it. */
export function placeKind({ kind, place }: Place): 'post' | 'public' | 'class' | 'pair' | 'group' {
  if (kind !== 'message') return 'post';
  if (place === 'public') return 'public';
  if (place.startsWith('class_')) return 'class';
  return place.startsWith('private:') ? 'pair' : 'group';
}

/**
 * The name that the server tells, else that of the room, or what kind of place it is. A post is its own place: without
 * a title it is named by its number only where nothing of its words is shown.
 */
export function placeName(at: Place, name = ''): string {
  const kind = placeKind(at);
  if (kind === 'post') {
    const isNamed = at.kind === 'post' && at.words !== null;
    return name || (isNamed || !at.place ? '' : t('place.post', { id: at.place }));
  }
  if (kind === 'public' || kind === 'class') return roomNameOf({ kind, room_id: at.place, name });
  return name || t(`place.${kind}`);
}
