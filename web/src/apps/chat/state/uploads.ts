// Files on their way: uploaded first, with progress and a way to stop, then sent like any message.
// The browser keeps a file for this page only, so after a reload an unfinished one says so.
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { newId } from '@/core/ids';
import { toast } from '@/core/toast';
import { uploadFile } from '@/core/upload';
import { t } from '../i18n';
import { kindOf } from '../model/files';
import type { Draft } from '../types';
import { add, sendNow, update } from './outbox';

const running = new Map<string, AbortController>();
const files = new Map<string, { room: string; file: File }>();
/** More at once would only be a slip of the hand. */
const MOST_AT_ONCE = 9;

/** Sends files to a room, each as a message of its own. */
export function sendFiles(room_id: string, chosen: readonly File[]): void {
  if (chosen.length > MOST_AT_ONCE) toast(t('composer.too_many', { n: MOST_AT_ONCE }), { kind: 'error' });
  chosen.slice(0, MOST_AT_ONCE).forEach((file) => {
    const temp_id = newId();
    const msg_type = kindOf(file.type);
    files.set(temp_id, { room: room_id, file });
    add({
      temp_id,
      room_id,
      draft: { content: file.name, msg_type },
      state: 'uploading',
      at: Date.now(),
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
  const { file } = entry;
  const abort = new AbortController();
  running.set(temp_id, abort);
  try {
    const onProgress = (progress: number): void => void update(temp_id, { progress });
    const { hash, url, mime } = await uploadFile(file, file.name, { onProgress, signal: abort.signal });
    files.delete(temp_id);
    // What the bytes are counts, not what the file's name says.
    const draft: Draft = { content: url, msg_type: kindOf(mime), file: { hash, name: file.name } };
    update(temp_id, { state: 'queued', reason: '', draft });
    sendNow();
  } catch (cause) {
    if (files.has(temp_id)) update(temp_id, { state: 'failed', reason: failureText(asFailure(cause)) });
  } finally {
    running.delete(temp_id);
  }
}
