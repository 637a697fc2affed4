// Uploaded files as messages carry them; pure.
import type { FileFacts } from '../types';

/** What may be shown as a picture within the text. */
const PICTURE = /^image\/(png|jpeg|gif|webp|bmp|avif)$/;
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

export function isPicture(mime: string): boolean {
  return PICTURE.test(mime);
}

/** What a message with a file of a type is. */
export function kindOf(mime: string): 'image' | 'file' | 'audio' | 'video' {
  if (isPicture(mime)) return 'image';
  if (mime.startsWith('audio/')) return 'audio';
  return mime.startsWith('video/') ? 'video' : 'file';
}

/** Where the file is; with `width` its thumbnail. */
export function addressOf(hash: string, width?: number): string {
  return `/api/cloud/files/${hash}${width ? `?w=${width}` : ''}`;
}

/** 1.4 MB */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

/** The box a picture will fill, in rem, so that the list does not move when it arrives. */
export function boxOf(width = 0, height = 0): { width: number; height: number } {
  if (!width || !height) return { width: 12, height: 9 };
  const scale = Math.min(18 / width, 14 / height, 1 / 16);
  return { width: Math.max(width * scale, 4), height: Math.max(height * scale, 3) };
}
