// Where reported words were said, in words.
import { t } from '../i18n';
import type { Report } from '../types';
import { roomNameOf } from '@/core/room-name';

/** The room's name, or its kind where it has none. */
export function reportedRoomName({ room_id, room_name }: Pick<Report, 'room_id' | 'room_name'>): string {
  const kind = room_id === 'public' ? 'public' : room_id.startsWith('class_') ? 'class' : 'group';
  return (
    roomNameOf({ kind, room_id, name: room_name }) ||
    t(room_id.startsWith('private:') ? 'reports.pair' : 'reports.group')
  );
}
