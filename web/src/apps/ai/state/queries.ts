// What the app reads from the server besides the messages, and how a change is put into it without asking again.
import { keepPreviousData, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';
import * as api from '../api';
import type {
  AiSettings,
  AiSettingsChange,
  Budget,
  ConversationChange,
  ConversationInfo,
  ModelList,
  NewConversation,
} from '../types';
import { removeDraft } from './drafts';

const MODELS = ['ai', 'models'];
const SETTINGS = ['ai', 'settings'];
const CONVERSATIONS = ['ai', 'conversations'];
const ALL = [...CONVERSATIONS, ''];

/** Reads anew what the member may use. */
export function refreshModels(): void {
  void queryClient.invalidateQueries({ queryKey: MODELS });
}

/**
 * Reads the models anew when somebody has changed what the member may use or that may have been missed, as long as the
 * app is open.
 */
export function followModels(): void {
  useRefreshOn(['ai_models_changed', 'ai_policies_changed'], [MODELS]);
}

export function useModels(): UseQueryReturnType<ModelList, Error> {
  return useQuery({ queryKey: MODELS, queryFn: api.listModels });
}

/** Shows the budget that the end of an answer has told; an end that tells none is of a policy that may be another now. */
export function updateBudget(budget: Budget | null): void {
  const isKnown = budget !== null || !queryClient.getQueryData<ModelList>(MODELS)?.budget;
  if (budget) queryClient.setQueryData<ModelList>(MODELS, (list) => list && { ...list, budget });
  // What is being read may be older than the answer.
  if (!isKnown || queryClient.isFetching({ queryKey: MODELS }) > 0) refreshModels();
}

export function useAiSettings(): UseQueryReturnType<AiSettings, Error> {
  return useQuery({ queryKey: SETTINGS, queryFn: api.getSettings });
}

/** The conversations that have the words, newest first; all without words. */
export function useConversations(search: Readonly<Ref<string>>): UseQueryReturnType<ConversationInfo[], Error> {
  return useQuery({
    queryKey: computed(() => [...CONVERSATIONS, search.value]),
    queryFn: () => api.listConversations(search.value),
    placeholderData: keepPreviousData,
  });
}

/** The conversation as the list has it. */
export function findConversation(id: string): ConversationInfo | undefined {
  return queryClient.getQueryData<ConversationInfo[]>(ALL)?.find((one) => one.id === id);
}

/** Changes what is shown of a conversation; one that was changed by a question is the newest. */
export function updateListed(id: string, changes: Partial<ConversationInfo>): void {
  queryClient.setQueriesData<ConversationInfo[]>({ queryKey: CONVERSATIONS }, (list) =>
    list
      ?.map((one) => (one.id === id ? { ...one, ...changes } : one))
      .sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at)),
  );
}

/** Begins a conversation, empty unless it is a copy. */
export async function beginConversation(body: NewConversation = {}): Promise<ConversationInfo> {
  const made = await api.createConversation(body);
  queryClient.setQueryData<ConversationInfo[]>(ALL, (list) => [made, ...(list ?? [])]);
  return made;
}

export async function changeConversation(id: string, body: ConversationChange): Promise<void> {
  const changed = await api.changeConversation(id, body);
  const { title, persona, preset_id: preset, summary, revision } = changed;
  updateListed(id, { title, persona, preset_id: preset ?? null, summary, revision });
}

/** Lets a model find a title, which the server keeps; answers it, empty where the model has found none. */
export async function suggestTitle(id: string): Promise<string> {
  const title = await api.nameConversation(id);
  if (title) updateListed(id, { title });
  // It was paid for like an answer, without saying what is left.
  updateBudget(null);
  return title;
}

export async function removeConversation(id: string): Promise<void> {
  await api.deleteConversation(id);
  removeDraft(id);
  queryClient.setQueriesData<ConversationInfo[]>({ queryKey: CONVERSATIONS }, (list) =>
    list?.filter((one) => one.id !== id),
  );
  dropPin(id);
}

/** Keeps settings; what is shown changes at once, and back where they are not kept. */
export async function changeSettings(body: AiSettingsChange): Promise<void> {
  const before = queryClient.getQueryData<AiSettings>(SETTINGS);
  const shown = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  queryClient.setQueryData<AiSettings>(SETTINGS, (settings) => settings && { ...settings, ...shown });
  try {
    queryClient.setQueryData<AiSettings>(SETTINGS, await api.putSettings(body));
  } catch (cause) {
    queryClient.setQueryData(SETTINGS, before);
    throw cause;
  }
}

/** Prefers a model, for this and every next question. */
export async function chooseModel(id: string): Promise<void> {
  const before = queryClient.getQueryData<ModelList>(MODELS);
  queryClient.setQueryData<ModelList>(MODELS, (list) => list && { ...list, user_model: id || null });
  try {
    await changeSettings({ model: id });
  } catch (cause) {
    queryClient.setQueryData(MODELS, before);
    throw cause;
  }
}

/** The server leaves the ids of removed conversations out by itself. */
function dropPin(id: string): void {
  queryClient.setQueryData<AiSettings>(
    SETTINGS,
    (settings) =>
      settings && { ...settings, pinned_conversations: settings.pinned_conversations.filter((one) => one !== id) },
  );
}
