// Uploading a file. Sending it again after a lost answer is safe: the server knows it by its content.
import { sendBytes, type SendOptions } from './send-bytes';

/** What the server answers. */
export interface UploadedFile {
  hash: string;
  ext: string;
  size: number;
  mime: string;
  /** Of an image, in pixels, as it is shown. */
  width?: number;
  height?: number;
  /** Site-relative; of an image also with `?w=160`, 320, 640 or 1280. */
  url: string;
}

/**
 * Sends a file and resolves with what the server made of it. Throws an ApiFailure: status 0 when no
 * answer came, 409 when there is no room left, 413 and 415 for what is not accepted. An abort throws
 * the DOM's `AbortError`.
 */
export function uploadFile(file: Blob, name: string, options: SendOptions = {}): Promise<UploadedFile> {
  const path = `/api/cloud/files?name=${encodeURIComponent(name)}`;
  return sendBytes({ path, type: 'application/octet-stream', bytes: file, isAnswer }, options);
}

function isAnswer(data: object): data is UploadedFile {
  return 'hash' in data;
}
