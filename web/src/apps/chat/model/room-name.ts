// What a room is called on the screen: the public room in the language of the page, a class's by the name that the
// school gives it.
import { classNameOf } from '@/core/portal-info';
import { t } from '../i18n';
import type { Room } from '../types';

type Named = Pick<Room, 'kind' | 'room_id' | 'name'>;

/** Reads the language and the names of the classes: in a template it follows both. */
export function roomNameOf({ kind, room_id, name }: Named): string {
  if (kind === 'public') return t('room.public');
  if (kind !== 'class') return name;
  const digits = room_id.replace('class_', '');
  return classNameOf(digits) || t('room.class', { class: digits });
}
