// What a class is called in this section: as its room in the chat, where most have read its name.
import { roomNameOf } from '@/core/room-name';

/** `高一（1）班` or `01班`, from the class's two digits. */
export const titleOf = (digits: string): string =>
  roomNameOf({ kind: 'class', room_id: `class_${digits}`, name: digits });
