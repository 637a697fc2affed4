// What a panel asks the server. The panel page is a page of its own without the typed client, which would be most of
// its size; its cookie opens these paths and nothing else.
import type { PairingCode, PanelState } from '@/panel/types';
import { ApiFailure } from './failure';

/** A school network may be slow, but a hanging request must end. */
const TIMEOUT_MS = 20_000;

/** Asks for a code that somebody confirms; the answer sets the panel's cookie. */
export async function askForCode(screen: { width: number; height: number; pixel_ratio: number }): Promise<PairingCode> {
  return (await call('POST', '/api/panel/pairing', screen)) as PairingCode;
}

/** Tells what the panel shows. */
export async function tellState(state: PanelState): Promise<void> {
  await call('PUT', '/api/panel/state', state);
}

/** Another value than before means that the page is newer than the one that is open. */
export async function readBuild(): Promise<string> {
  return ((await call('GET', '/api/system/version')) as { buildHash: string }).buildHash;
}

/** Whether the server gives the panel page now, all of it. */
export async function isPageThere(): Promise<boolean> {
  return within(async (signal) => {
    const response = await fetch('/panel', { signal, cache: 'no-store' });
    await response.text();
    return response.ok;
  }).catch(() => false);
}

/** Opens the stream; each piece of it goes to `hear`. Ends when the stream does, rejects when it breaks. */
export async function readStream(signal: AbortSignal, hear: (piece: Uint8Array) => void): Promise<void> {
  const response = await answerOf(
    fetch('/api/panel/stream', { signal, credentials: 'same-origin', cache: 'no-store' }),
  );
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read().catch(() => Promise.reject(new ApiFailure(0, '')));
    if (!piece || piece.done) return;
    hear(piece.value);
  }
}

function call(method: string, path: string, body?: unknown): Promise<unknown> {
  return within(async (signal) => {
    const request = fetch(path, {
      method,
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const answer = (await (await answerOf(request)).json()) as { data?: unknown };
    return answer.data;
  });
}

/** What a request answers, which is given up when it takes too long. */
async function within<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    return await ask(abort.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The answer, unless it is a refusal or none came. */
async function answerOf(request: Promise<Response>): Promise<Response> {
  const response = await request.catch(() => Promise.reject(new ApiFailure(0, '')));
  if (response.ok) return response;
  throw ApiFailure.fromAnswer(response, await response.json().catch(() => null));
}
