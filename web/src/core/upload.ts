// Uploading a file: progress, abort, and the answer out of its envelope. XMLHttpRequest, because
// fetch tells nothing while a body goes out. Sending a file again after a lost answer is safe: the
// server knows it by its content.
import { ApiFailure } from '@/api/failure';
import { language } from './i18n';
import { uploading } from './uploading';

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

export interface UploadOptions {
  /** Hears of the part that is out, 0 to 1; 1 before the answer is there. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** Long enough for a slow network between two pieces; a hanging upload must end in a clear text. */
const SILENCE_MS = 60_000;

/**
 * Sends a file and resolves with what the server made of it. Throws an ApiFailure: status 0 when no
 * answer came, 409 when there is no room left, 413 and 415 for what is not accepted. An abort throws
 * the DOM's `AbortError`.
 */
export function uploadFile(file: Blob, name: string, options: UploadOptions = {}): Promise<UploadedFile> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    let silence = 0;
    let isSilent = false;
    const listen = (): void => {
      clearTimeout(silence);
      silence = window.setTimeout(() => {
        isSilent = true;
        request.abort();
      }, SILENCE_MS);
    };
    const settle = (outcome: () => void): void => {
      uploading.value -= 1;
      clearTimeout(silence);
      signal?.removeEventListener('abort', abort);
      outcome();
    };
    request.open('POST', `/api/cloud/files?name=${encodeURIComponent(name)}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('Accept-Language', language.value === 'en' ? 'en' : 'zh-CN');
    request.upload.addEventListener('progress', (event) => {
      listen();
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => settle(() => answer(request, resolve, reject)));
    request.addEventListener('error', () => settle(() => reject(noAnswer())));
    request.addEventListener('abort', () => settle(() => reject(isSilent ? noAnswer() : aborted())));
    signal?.addEventListener('abort', abort);
    listen();
    uploading.value += 1;
    request.send(file);
  });
}

function answer(
  request: XMLHttpRequest,
  resolve: (file: UploadedFile) => void,
  reject: (failure: ApiFailure) => void,
): void {
  const body = parsed(request.responseText);
  if (request.status === 200 && isEnvelope(body)) {
    resolve(body.data);
    return;
  }
  const headers = new Headers();
  const wait = request.getResponseHeader('Retry-After');
  if (wait !== null) headers.set('Retry-After', wait);
  // A Response of its own, so that failures are read in one place.
  const status = request.status >= 200 && request.status <= 599 ? request.status : 500;
  reject(ApiFailure.fromAnswer(new Response(null, { status, headers }), body));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isEnvelope(body: unknown): body is { data: UploadedFile } {
  const data = (body as { data?: unknown } | null)?.data;
  return typeof data === 'object' && data !== null && 'hash' in data;
}

function aborted(): DOMException {
  return new DOMException('The upload was aborted', 'AbortError');
}

function noAnswer(): ApiFailure {
  return new ApiFailure(0, '');
}
