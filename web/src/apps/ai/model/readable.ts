// Which files models read, and what they are turned into before they are sent.
import { isPicture } from '@/core/files/file';
import { bytesOf, decode } from '@/core/file-text';
import { blobOf, drawPicture, jpegWithin, NotAPicture } from '@/core/shrink-picture';
import { MAX_IMAGE_BYTES, MAX_TEXT_BYTES } from './limits';

export type FileFault = 'empty' | 'image' | 'image_large' | 'text_large' | 'type';

/** A file that no model reads. */
export class UnreadableFile extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface ReadableFile {
  blob: Blob;
  name: string;
  isImage: boolean;
}

/** Longest side of a picture: models see no more. */
const MAX_SIDE = 1568;
const JPEG_QUALITY = 0.85;
/** A drawing or a screenshot up to this size stays a PNG, whose lines are sharp. */
const SMALL_PNG_BYTES = 300 * 1024;
/** What files with texts are called; others are looked at as long as they are small. */
const TEXT_NAME =
  /\.(txt|md|markdown|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|log|tex|html?|css|svg|[jt]sx?|mjs|vue|py|java|kt|c|h|cc|cpp|hpp|cs|go|rs|rb|php|lua|swift|sh|bat|sql|r|m)$/i;
/** Offered by the chooser of files; anything else can be dropped. */
export const ACCEPTED =
  'image/*,text/*,.txt,.md,.csv,.tsv,.json,.xml,.yaml,.yml,.toml,.ini,.log,.tex,.js,.ts,.vue,.py,.java,.kt,.c,.h,.cpp,.hpp,.cs,.go,.rs,.rb,.php,.lua,.swift,.sh,.bat,.sql,.r';

/** What is sent of a file. Throws an `UnreadableFile`. */
export async function readable(file: File): Promise<ReadableFile> {
  if (file.size === 0) throw new UnreadableFile('empty');
  if (file.type.startsWith('image/') && file.type !== 'image/svg+xml') return image(file);
  return text(file);
}

async function image(file: File): Promise<ReadableFile> {
  // Drawn anew, it would stand still.
  if (file.type === 'image/gif') {
    if (file.size > MAX_IMAGE_BYTES) throw new UnreadableFile('image_large');
    return { blob: file, name: file.name, isImage: true };
  }
  try {
    const canvas = await drawPicture(file, MAX_SIDE);
    const png = file.type === 'image/png' ? await blobOf(canvas, 'image/png') : null;
    if (png && png.size <= SMALL_PNG_BYTES) return { blob: png, name: file.name, isImage: true };
    const blob = await jpegWithin(canvas, MAX_IMAGE_BYTES, JPEG_QUALITY);
    return { blob, name: `${file.name.replace(/\.\w+$/, '')}.jpg`, isImage: true };
  } catch (cause) {
    if (cause instanceof NotAPicture) throw new UnreadableFile('image');
    throw cause;
  }
}

async function text(file: File): Promise<ReadableFile> {
  const isCalledText = file.type.startsWith('text/') || TEXT_NAME.test(file.name);
  if (file.size > MAX_TEXT_BYTES) throw new UnreadableFile(isCalledText ? 'text_large' : 'type');
  const bytes = await bytesOf(file).catch(() => {
    throw new UnreadableFile('type');
  });
  const words = decode(bytes);
  if (!isText(words)) throw new UnreadableFile('type');
  if (words.trim() === '') throw new UnreadableFile('empty');
  // The portal and the models read UTF-8 alone.
  const blob = new Blob([words], { type: 'text/plain' });
  if (blob.size > MAX_TEXT_BYTES) throw new UnreadableFile('text_large');
  return { blob, name: file.name, isImage: false };
}

/** As the portal tells texts from other files: no control characters but those of lines. */
export function isText(words: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[\0-\x08\x0b\x0e-\x1f\x7f\ufffd]/.test(words);
}

/** Whether an uploaded file is one that models see, not read as words. */
export const isImage = ({ mime }: { mime: string }): boolean => isPicture(mime);
