// Where reported words were said, in words.
import { t } from '../i18n';
import type { Report } from '../types';

/** The room's name, or its kind where it has none. */
export function roomNameOf({ room_id, room_name }: Pick<Report, 'room_id' | 'room_name'>): string {
  return room_name || t(room_id.startsWith('private:') ? 'reports.pair' : 'reports.group');
}
