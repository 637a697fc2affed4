// Sends bytes as the body of a request: progress, abort, and the answer out of its envelope. XMLHttpRequest, because
// fetch tells nothing while a body goes out.
import { ApiFailure } from '@/api/failure';
import { language } from './i18n';
import { uploading } from './uploading';

export interface SendOptions {
  /** Hears of the part that is out, 0 to 1; 1 before the answer is there. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** What is sent, and how the answer to it is known. */
export interface Sending<T> {
  path: string;
  type: string;
  bytes: Blob;
  isAnswer: (data: object) => data is T & object;
}

/** Long enough for a slow network between two pieces; a hanging upload must end in a clear text. */
const SILENCE_MS = 60_000;

/**
 * Posts bytes and resolves with what the server made of them. Throws an ApiFailure, of status 0 when no answer came. An
 * abort throws the DOM's `AbortError`.
 */
export function sendBytes<T>(sending: Sending<T>, { onProgress, signal }: SendOptions = {}): Promise<T> {
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
    request.open('POST', sending.path);
    request.setRequestHeader('Content-Type', sending.type);
    request.setRequestHeader('Accept-Language', language.value === 'en' ? 'en' : 'zh-CN');
    request.upload.addEventListener('progress', (event) => {
      listen();
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => settle(() => answer(request, sending.isAnswer, resolve, reject)));
    request.addEventListener('error', () => settle(() => reject(noAnswer())));
    request.addEventListener('abort', () => settle(() => reject(isSilent ? noAnswer() : aborted())));
    signal?.addEventListener('abort', abort);
    listen();
    uploading.value += 1;
    request.send(sending.bytes);
  });
}

function answer<T>(
  request: XMLHttpRequest,
  isAnswer: Sending<T>['isAnswer'],
  resolve: (data: T) => void,
  reject: (failure: ApiFailure) => void,
): void {
  const body = parsed(request.responseText);
  const data = (body as { data?: unknown } | null)?.data;
  if (request.status === 200 && typeof data === 'object' && data !== null && isAnswer(data)) {
    resolve(data);
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

function aborted(): DOMException {
  return new DOMException('The upload was aborted', 'AbortError');
}

function noAnswer(): ApiFailure {
  return new ApiFailure(0, '');
}
