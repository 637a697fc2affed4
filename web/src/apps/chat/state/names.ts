// What members are called on the screens of the chat. Pupils know each other by their net names; whoever has a class
// to look after reads the real name beside it.
import { myRole } from '@/core/roles';
import { t } from '../i18n';
import { roomNameOf } from '@/core/room-name';
import type { Room } from '../types';
import { loadPeople, nameOf, personOf } from './people';

/** A net name, with the real name for the staff where that is known. Reactive. */
export function fullName(id: string, net: string): string {
  // The server names whoever was erased in Chinese alone.
  if (id === '') return t('people.erased');
  if (myRole.value === 'student') return net;
  const real = personOf(id)?.real_name;
  return real && real !== net ? t('people.with_real', { name: net, real }) : net;
}

/** The same of a member of whom only the ID is known. */
export function fullNameOf(id: string): string {
  return fullName(id, nameOf(id));
}

/** What a room is called; a pair's is the name of the other. */
export function fullRoomName(room: Room): string {
  return room.kind === 'private' && room.user_id ? fullName(room.user_id, room.name) : roomNameOf(room);
}

/** Reads the names once for those who are shown them. */
export function loadNames(): void {
  if (myRole.value !== 'student') loadPeople().catch(() => undefined);
}
