// Every call of the app. The whole chat has one limit, 30 requests a minute for each member: nothing is polled, and
// what an answer tells is not asked for again.
import { api, patient, send } from '@/api/client';
import type {
  AiSettings,
  AiSettingsChange,
  ConversationInfo,
  ConversationChange,
  ConversationDetail,
  Message,
  ModelList,
  NewConversation,
  Question,
} from './types';

export type Bytes = ReadableStream<Uint8Array>;

export function listModels(): Promise<ModelList> {
  return send(api.GET('/api/ai-chat/models'));
}

export function getSettings(): Promise<AiSettings> {
  return send(api.GET('/api/ai-chat/settings'));
}

export function putSettings(body: AiSettingsChange): Promise<AiSettings> {
  return send(api.PUT('/api/ai-chat/settings', { body }));
}

export function listConversations(search: string): Promise<ConversationInfo[]> {
  return send(api.GET('/api/ai-chat/conversations', { params: { query: search ? { search } : {} } }));
}

export function createConversation(body: NewConversation): Promise<ConversationInfo> {
  return send(api.POST('/api/ai-chat/conversations', { body }));
}

export function getConversation(id: string): Promise<ConversationDetail> {
  return send(api.GET('/api/ai-chat/conversations/{id}', { params: { path: { id } } }));
}

export function changeConversation(id: string, body: ConversationChange): Promise<ConversationInfo> {
  return send(api.PATCH('/api/ai-chat/conversations/{id}', { params: { path: { id } }, body }));
}

/** Lets a model find a title, which may take as long as a short answer. */
export async function nameConversation(id: string): Promise<string> {
  const params = { path: { id } };
  return (await send(api.POST('/api/ai-chat/conversations/{id}/title', { params, fetch: patient }))).title;
}

/** Brings back what was cleared, for a day. */
export async function restoreMessages(id: string): Promise<void> {
  await send(api.POST('/api/ai-chat/conversations/{id}/restore', { params: { path: { id } } }));
}

export async function deleteConversation(id: string): Promise<void> {
  await send(api.DELETE('/api/ai-chat/conversations/{id}', { params: { path: { id } } }));
}

/** Replaces all messages; answers the revision after it. */
export async function putMessages(id: string, messages: readonly Message[], revision: number): Promise<number> {
  const written = messages.map(({ attachments, ...message }) => ({
    ...message,
    error: undefined,
    safety: undefined,
    ...(attachments && { attachments: attachments.map(({ hash, name }) => ({ hash, name })) }),
  }));
  const path = { id };
  const body = { messages: written, revision };
  return (await send(api.PUT('/api/ai-chat/conversations/{id}/messages', { params: { path }, body }))).revision;
}

/** Asks; the answer comes piece by piece. */
export function ask(question: Question): Promise<Bytes> {
  return streamed(api.POST('/api/ai-chat/chat/stream', { body: question, parseAs: 'stream' }));
}

/** The rest of an answer, behind an offset of its stream. */
export function resume(id: string, offset: number): Promise<Bytes> {
  const params = { path: { id }, query: { offset } };
  return streamed(api.GET('/api/ai-chat/generations/{id}/stream', { params, parseAs: 'stream' }));
}

export async function stopGeneration(id: string): Promise<void> {
  await send(api.DELETE('/api/ai-chat/generations/{id}', { params: { path: { id } } }));
}

/** A stream has no envelope; a refusal before it is an ordinary one. */
function streamed(request: Promise<{ data?: Bytes | null; error?: unknown; response: Response }>): Promise<Bytes> {
  return send(
    request.then(({ data, error, response }) => ({ response, error, ...(data && { data: { code: 0, data } }) })),
  );
}
