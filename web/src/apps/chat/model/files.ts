// Uploaded files as messages carry them; pure.
import { isPicture } from '@/core/files/file';
import type { FileFacts } from '../types';

const PATH = /\/api\/cloud\/files\/([0-9a-f]{64})(\.\w+)?/;

interface Carrier {
  content: string;
  /** As the server describes it. */
  file?: unknown;
}

/** The file of an image or file message; null when it has none, as after a recall. */
export function fileOf({ content, file }: Carrier): FileFacts | null {
  const facts = file as Partial<FileFacts> | null | undefined;
  const hash = facts?.hash ?? PATH.exec(content)?.[1];
  if (!hash) return null;
  const name = fileName({ content, file }) || hash.slice(0, 8);
  return { ...facts, hash, name, size: facts?.size ?? 0, mime: facts?.mime ?? '' };
}

/** What its sender calls it; empty where only its address is known, as in a quote. */
export function fileName({ content, file }: Carrier): string {
  return (file as Partial<FileFacts> | null | undefined)?.name || nameIn(content);
}

/** A name after the address, as clients without `file` write it. */
function nameIn(content: string): string {
  return content.replace(PATH, '').trim();
}

/** Whether messages of a type are a file. */
export function isFileType(type: string): boolean {
  return ['image', 'file', 'audio', 'video'].includes(type);
}

/** What a message with a file of a type is. */
export function kindOf(mime: string): 'image' | 'file' | 'audio' | 'video' {
  if (isPicture(mime)) return 'image';
  if (mime.startsWith('audio/')) return 'audio';
  return mime.startsWith('video/') ? 'video' : 'file';
}

/** The box a picture will fill, in rem, so that the list does not move when it arrives. */
export function boxOf(width = 0, height = 0): { width: number; height: number } {
  if (!width || !height) return { width: 12, height: 9 };
  const scale = Math.min(18 / width, 14 / height, 1 / 16);
  return { width: Math.max(width * scale, 4), height: Math.max(height * scale, 3) };
}
