// Sends one file with its progress; `fetch` tells nothing of what has gone out.
import { language } from '@/core/i18n';
import { ApiFailure } from './failure';

export interface Uploaded {
  hash: string;
  size: number;
  mime: string;
  url: string;
  width?: number;
  height?: number;
}

export interface Upload {
  done: Promise<Uploaded>;
  abort: () => void;
}

/** Uploads to a path; `onProgress` hears 0–1. Rejects with an ApiFailure, also when aborted. */
export function upload(path: string, file: File, onProgress: (share: number) => void): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<Uploaded>((resolve, reject) => {
    const fail = (): void => reject(new ApiFailure(0, ''));
    ['error', 'abort', 'timeout'].forEach((name) => request.addEventListener(name, fail));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const body = parse(request.responseText);
      const data = body.data as Uploaded | undefined;
      if (request.status === 200 && data) return resolve(data);
      const message = typeof body.message === 'string' ? body.message : '';
      const wait = Number(request.getResponseHeader('Retry-After'));
      reject(new ApiFailure(request.status, message, { retryAfter: wait > 0 ? wait : null, data }));
    });
  });
  const form = new FormData();
  form.append('file', file, file.name);
  request.open('POST', path);
  request.setRequestHeader('Accept-Language', language.value === 'en' ? 'en' : 'zh-CN');
  request.send(form);
  return { done, abort: () => request.abort() };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
