// What is half written, for each conversation; that of the next new one is kept for an empty id.
import { draftsOf, type Drafts } from '@/core/composer/drafts';
import type { Attachment } from '../types';
import { filesAt, setFiles } from './attachments';

const kept = draftsOf('ai');
/** The field of a removed conversation is still there for a moment, and would keep its text again. */
const removed = new Set<string>();

export const drafts: Drafts = {
  draftOf: kept.draftOf,
  keepDraft: (id, text) => !removed.has(id) && kept.keepDraft(id, text),
};
export const { draftOf, keepDraft } = drafts;

/** Removes the draft of a conversation that was removed, with its files. */
export function removeDraft(id: string): void {
  keepDraft(id, '');
  setFiles(id, []);
  removed.add(id);
}

/** Keeps a question as the draft of a conversation that is not shown, unless another one is half written there. */
export function keepAsDraft(id: string, question: string, files: readonly Attachment[]): void {
  if (filesAt(id).length === 0) setFiles(id, files);
  if (!draftOf(id)) keepDraft(id, question);
}
