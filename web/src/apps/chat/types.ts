// Names for what the chat passes around, taken from the generated schema.
import type { components, paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';

type Schemas = components['schemas'];

/** `file` is that of an image, file, audio or video message. */
export type Message = Schemas['ChatMessage'] & { file?: unknown };
export type Reply = Schemas['ChatReply'];
/** Who removed a message; nobody where its sender took it back. */
export type RemovedBy = Message['removed_by'];
export type Room = Schemas['ChatRoom'];
export type Removal = Schemas['ChatRemoval'];
export type Group = Schemas['ChatGroup'];
export type Contact = Schemas['ChatContact'];
export type Member = Schemas['ChatUser'];
export type RoomChange = Schemas['ChatRoomChange'];
export type Earlier = Schemas['ChatEarlier'];
/** A post of the community that a message passes on. */
export type SharedPost = DataOf<paths['/api/community/{id}']['get']>;

/** What one sends; the place, sender, time and id are the server's. */
export interface Draft {
  content: string;
  msg_type: 'text' | 'image' | 'file' | 'audio' | 'video';
  reply_to?: string;
  /** An uploaded file, with the name it had on this device. */
  file?: { hash: string; name: string };
}

/** An uploaded file as a message carries it in `file`. */
export interface FileFacts {
  hash: string;
  name: string;
  size: number;
  mime: string;
  width?: number;
  height?: number;
}
