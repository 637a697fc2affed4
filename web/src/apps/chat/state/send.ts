// What is in the field of a room goes out: words, or files with the words to them.
import { newId } from '@/core/ids';
import { t } from '../i18n';
import { preview } from '../model/preview';
import { takeAttachments } from './attachments';
import { fullName } from './names';
import { enqueue } from './outbox';
import type { ReplyTarget } from './recalled';
import { sendFiles } from './uploads';

/** Sends words and what is chosen with them: the files first, in their order, and the words behind them. */
export function sendDraft(room: string, content: string, replying: ReplyTarget | null): void {
  const files = takeAttachments(room);
  const batch = files.length > 0 ? newId() : undefined;
  const at = Date.now();
  const quote = replying
    ? { name: fullName(replying.sender_id, replying.sender_name), text: preview(replying, t) }
    : undefined;
  const reply = replying && content === '' ? { id: replying.id, quote } : undefined;
  if (batch !== undefined) sendFiles(room, files, { batch, at, reply });
  if (content === '') return;
  const draft = { content, msg_type: 'text' as const, ...(replying && { reply_to: replying.id }) };
  enqueue(room, draft, { quote, batch, at: at + files.length });
}
