// Files on their way: uploaded first, with progress and a way to stop, then sent like any message.
// The browser keeps a file for this page only, so after a reload an unfinished one says so.
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { newId } from '@/core/ids';
import { uploadFile } from '@/core/upload';
import { t } from '../i18n';
import { kindOf } from '../model/files';
import type { Outgoing } from '../model/outgoing';
import type { Draft } from '../types';
import { add, sendNow, update } from './outbox';

const running = new Map<string, AbortController>();
const files = new Map<string, { file: File; reply_to?: string }>();
interface Upload {
  batch: string;
  /** Of the first; each of the others follows the one before it. */
  at: number;
  /** What the first of them answers. */
  reply?: { id: string; quote: Outgoing['quote'] };
}

/** Sends files to a room, each as a message of its own, in their order. */
export function sendFiles(room_id: string, chosen: readonly File[], { batch, at, reply }: Upload): void {
  chosen.forEach((file, i) => {
    const temp_id = newId();
    const answered = i === 0 ? reply : undefined;
    files.set(temp_id, { file, ...(answered && { reply_to: answered.id }) });
    add({
      temp_id,
      room_id,
      batch,
      draft: { content: file.name, msg_type: kindOf(file.type), ...(answered && { reply_to: answered.id }) },
      quote: answered?.quote,
      state: 'uploading',
      at: at + i,
      reason: t('outgoing.interrupted'),
      progress: 0,
    });
    void run(temp_id);
  });
}

export function canRetryUpload(temp_id: string): boolean {
  return files.has(temp_id);
}

export function retryUpload(temp_id: string): void {
  update(temp_id, { state: 'uploading', reason: t('outgoing.interrupted') });
  void run(temp_id);
}

/** Stops one that its author has given up. */
export function abortUpload(temp_id: string): void {
  running.get(temp_id)?.abort();
  files.delete(temp_id);
}

/** Leaving the page would end what is on its way. */
window.addEventListener('beforeunload', (event) => {
  if (running.size === 0) return;
  event.preventDefault();
  event.returnValue = '';
});

async function run(temp_id: string): Promise<void> {
  const entry = files.get(temp_id);
  if (!entry) return;
  const { file, reply_to } = entry;
  const abort = new AbortController();
  running.set(temp_id, abort);
  try {
    const onProgress = (progress: number): void => void update(temp_id, { progress });
    const { hash, url, mime } = await uploadFile(file, file.name, { onProgress, signal: abort.signal });
    files.delete(temp_id);
    // What the bytes are counts, not what the file's name says.
    const draft: Draft = {
      content: url,
      msg_type: kindOf(mime),
      file: { hash, name: file.name },
      ...(reply_to && { reply_to }),
    };
    update(temp_id, { state: 'queued', reason: '', draft });
    sendNow();
  } catch (cause) {
    if (files.has(temp_id)) update(temp_id, { state: 'failed', reason: failureText(asFailure(cause)) });
  } finally {
    running.delete(temp_id);
  }
}
