// An upload tells how far it is, can be stopped, and fails like every other request.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiFailure } from '@/api/failure';
import { uploadFile } from './upload';

/** A request whose server is the test. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  sent: unknown = null;
  target = '';

  constructor() {
    super();
    FakeRequest.last = this;
  }

  open(method: string, target: string): void {
    this.target = `${method} ${target}`;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return name === 'Retry-After' && this.status === 429 ? '7' : null;
  }

  send(body: unknown): void {
    this.sent = body;
  }

  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }

  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

const file = new Blob(['text']);
const stored = { hash: 'ab', ext: 'txt', size: 4, mime: 'text/plain', url: '/api/cloud/files/ab.txt' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Nothing in all means that the length is not known. */
function progress(request: FakeRequest, loaded: number, total: number): void {
  const length = { lengthComputable: total > 0, loaded, total };
  request.upload.dispatchEvent(Object.assign(new Event('progress'), length));
}

function failureOf(upload: Promise<unknown>): Promise<ApiFailure> {
  return upload.then(
    () => Promise.reject(new Error('should have failed')),
    (cause: ApiFailure) => cause,
  );
}

describe('uploadFile', () => {
  it('sends the file under its name, tells how far it is, and takes the answer out', async () => {
    const parts: number[] = [];
    const upload = uploadFile(file, '作业 1.txt', { onProgress: (part) => parts.push(part) });
    const request = FakeRequest.last;
    expect(request.target).toBe(`POST /api/cloud/files?name=${encodeURIComponent('作业 1.txt')}`);
    expect(request.sent).toBe(file);
    progress(request, 1, 4);
    progress(request, 2, 0);
    progress(request, 4, 4);
    request.answer(200, { code: 200, message: 'ok', data: stored });
    await expect(upload).resolves.toEqual(stored);
    expect(parts).toEqual([0.25, 1]);
  });

  it('fails with what the server says', async () => {
    const full = uploadFile(file, 'a');
    FakeRequest.last.answer(409, { code: 409, message: '存储空间不足', data: null });
    expect(await failureOf(full)).toMatchObject({ status: 409, message: '存储空间不足' });
    const often = uploadFile(file, 'a');
    FakeRequest.last.answer(429, { code: 429, message: 'x', data: null });
    expect(await failureOf(often)).toMatchObject({ status: 429, retryAfter: 7 });
    for (const [status, body] of [
      [502, '<html>'],
      [200, 'no envelope'],
      [200, { data: null }],
    ] as const) {
      const odd = uploadFile(file, 'a');
      FakeRequest.last.answer(status, body);
      expect(await failureOf(odd)).toMatchObject({ name: 'ApiFailure', status });
    }
  });

  it('fails without a status when no answer comes', async () => {
    const cut = uploadFile(file, 'a');
    FakeRequest.last.dispatchEvent(new Event('error'));
    expect(await failureOf(cut)).toMatchObject({ status: 0 });
    const silent = failureOf(uploadFile(file, 'a'));
    vi.advanceTimersByTime(59_000);
    progress(FakeRequest.last, 1, 4);
    vi.advanceTimersByTime(59_000);
    vi.advanceTimersByTime(2_000);
    expect(await silent).toMatchObject({ name: 'ApiFailure', status: 0 });
  });

  it('stops when it is told to, before and while it sends', async () => {
    const stop = new AbortController();
    const upload = uploadFile(file, 'a', { signal: stop.signal });
    stop.abort();
    expect(await failureOf(upload)).toMatchObject({ name: 'AbortError' });
    const request = FakeRequest.last;
    expect(await failureOf(uploadFile(file, 'a', { signal: stop.signal }))).toMatchObject({ name: 'AbortError' });
    expect(FakeRequest.last).toBe(request);
  });
});
