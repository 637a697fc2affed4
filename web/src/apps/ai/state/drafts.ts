// What is half written, for each conversation, kept on the device until it is sent.
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';
import { user } from '@/core/session';

/** The draft of a conversation, that of the next new one for ''; empty when there is none. */
export function draftOf(conversation: string): string {
  const kept = readPersonal(key(conversation));
  return typeof kept === 'string' ? kept : '';
}

export function keepDraft(conversation: string, text: string): void {
  // After a sign-out it would be nobody's.
  if (!user.value) return;
  if (text.trim()) writePersonal(key(conversation), text);
  else removePersonal(key(conversation));
}

function key(conversation: string): string {
  return `ai-draft:${user.value?.user_id ?? ''}:${conversation}`;
}
