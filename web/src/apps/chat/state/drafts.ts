// What is half written, per room.
import { draftsOf } from '@/core/composer/drafts';

export const drafts = draftsOf('chat');
export const { draftOf, keepDraft } = drafts;
