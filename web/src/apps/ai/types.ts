// The payloads of the API that this app passes around.
import type { components, paths } from '@/api/generated/schema';
import type { BodyOf } from '@/api/types';

type Schemas = components['schemas'];

export type Model = Schemas['AiModel'];
export type ModelList = Schemas['AiModelList'];
/** What the member may use today, and has used. */
export type Budget = NonNullable<ModelList['budget']>;
export type AiSettings = Schemas['AiSettings'];
export type AiSettingsChange = Schemas['AiSettingsChange'];
export type ConversationInfo = Schemas['Conversation'];
export type ConversationDetail = Schemas['ConversationDetail'];
export type NewConversation = Schemas['NewConversation'];
export type ConversationChange = Schemas['ConversationChange'];
/** A file of a question. */
export type Attachment = Schemas['AiAttachment'];
export type Source = Schemas['AiSource'];
export type Question = BodyOf<paths['/api/ai-chat/chat/stream']['post']>;

/** What a question has words of. */
export type SafetyCategory = Schemas['AiSafetyCategory'];
/** Why an answer is not whole. */
export type PartialReason = Schemas['PartialReason'];

/** A message as the screen has it: what the server stores, and what only this page knows of it. */
export interface Message extends Pick<
  Schemas['ConversationMessage'],
  | 'role'
  | 'content'
  | 'reasoning'
  | 'model'
  | 'model_label'
  | 'sources'
  | 'attachments'
  | 'partial'
  | 'partial_reason'
  | 'fallback'
  | 'timestamp'
> {
  /** What the question has words of; absent for none. */
  safety?: readonly SafetyCategory[];
  /** Why the answer broke off, in words. */
  error?: string;
}
