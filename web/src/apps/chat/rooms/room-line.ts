// What a list of rooms says of the latest words in one: who said them, and the words. Of a pair the room names the
// other one already.
import { t } from '../i18n';
import { preview } from '../model/preview';
import { me } from '../state/me';
import { fullName } from '../state/names';
import type { Room } from '../types';

/** Empty in a room where nothing was said. */
export function roomLine({ kind, last_message: last }: Pick<Room, 'kind' | 'last_message'>): string {
  if (!last) return '';
  const text = preview(last, t);
  if (last.sender_id === me()) return t('rooms.said', { name: t('people.me'), text });
  if (kind === 'private') return text;
  return t('rooms.said', { name: fullName(last.sender_id, last.sender_name), text });
}
