// What is half written, for each conversation; that of the next new one is kept for an empty id.
import { draftsOf } from '@/core/composer/drafts';

export const drafts = draftsOf('ai');
export const { draftOf, keepDraft } = drafts;
