// The messages of each conversation that this page has opened, and the answers that are being written. They live
// outside of the window, so that an answer goes on while another conversation is open, or none.
import { shallowReactive, watch } from 'vue';
import { ApiFailure, asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { user } from '@/core/session';
import { toast } from '@/core/toast';
import * as api from '../api';
import { t } from '../i18n';
import { emptyAnswer, messageOf, type Answer } from '../model/answer';
import { copyTitle } from '../model/copy-title';
import { areSame, isStored, withSafety } from '../model/messages';
import type { Message } from '../types';
import type { QuestionOptions } from './choice';
import { throttlePaint } from './paint-throttle';
import { beginConversation, findConversation, refreshModels, updateBudget, updateListed } from './queries';
import { readAnswer, type Outcome, type StreamOptions } from './stream';

export interface Conversation {
  readonly id: string;
  messages: readonly Message[];
  /** The answer that is being written. */
  live: Answer | null;
  isLoaded: boolean;
  busy: boolean;
  failure: ApiFailure | null;
  /** Why the last question was not taken. */
  refusal: ApiFailure | null;
  /** The connection of the answer broke and is being opened again. */
  isReconnecting: boolean;
  isStopping: boolean;
  /** What the server had when it was read; null since something was written. */
  revision: number | null;
  /** A question that was sent without an answer whether the server has taken it; empty for none. */
  unconfirmed: string;
}

const conversations = new Map<string, Conversation>();
/** Counts the members who have signed in: what was begun for one is nothing to the next. */
let epoch = 0;
watch(
  () => user.value?.user_id,
  () => {
    epoch += 1;
    conversations.clear();
  },
);

export function conversationOf(id: string): Conversation {
  const known = conversations.get(id);
  if (known) return known;
  const conversation = shallowReactive<Conversation>({
    id,
    messages: [],
    live: null,
    isLoaded: false,
    busy: false,
    failure: null,
    refusal: null,
    isReconnecting: false,
    isStopping: false,
    revision: null,
    unconfirmed: '',
  });
  conversations.set(id, conversation);
  return conversation;
}

/** A conversation that was just made has nothing to be read. */
export function registerNewConversation(id: string, revision: number): Conversation {
  const conversation = conversationOf(id);
  Object.assign(conversation, { isLoaded: true, revision });
  return conversation;
}

/** Begins another conversation with the messages up to one; answers its id. */
export async function branchOf({ id, messages }: Conversation, at: number): Promise<string> {
  const count = messages.slice(0, at + 1).filter(isStored).length;
  const title = copyTitle(findConversation(id)?.title ?? '', t('branch.suffix'));
  return (await beginConversation({ copy_of: id, copied_messages: count, ...(title && { title }) })).id;
}

/** Whether the server has refused the first question of a conversation, and there is no other. */
export function isRefused({ refusal, messages }: Conversation): boolean {
  // Neither a lost connection nor another question that was asked meanwhile leaves it empty for sure.
  return refusal !== null && ![0, 409].includes(refusal.status) && messages.length === 0;
}

export function forgetConversation(id: string): void {
  conversations.delete(id);
}

/** Reads a conversation, and shows the answer that is being written in it. */
export async function loadConversation(conversation: Conversation): Promise<void> {
  if (conversation.busy || conversation.live) return;
  conversation.busy = true;
  try {
    const read = await api.getConversation(conversation.id);
    if (conversation.live) return;
    const { messages, revision, generation } = read;
    Object.assign(conversation, { messages, revision, isLoaded: true, failure: null });
    conversation.unconfirmed = '';
    if (generation) {
      const { id, model, model_label: label } = generation;
      const answer = emptyAnswer(model, label, id);
      void follow(conversation, answer, () => api.resume(id, 0));
    }
  } catch (cause) {
    conversation.failure = asFailure(cause);
  } finally {
    conversation.busy = false;
  }
}

/**
 * Asks, in the place of an earlier question and of all behind it where `at` names one; answers whether the server has
 * taken the question. Nothing goes when it has not.
 */
export async function ask(
  conversation: Conversation,
  message: string,
  { model, label, thinking, search, files = [] }: QuestionOptions,
  at?: number,
): Promise<boolean> {
  if (conversation.live || conversation.busy) return false;
  conversation.refusal = null;
  if (conversation.unconfirmed && !(await shouldAsk(conversation, message))) return conversation.refusal === null;
  if (at !== undefined && !(await mayReplace(conversation))) return false;
  const before = conversation.messages;
  const kept = before.slice(0, at);
  const { revision } = conversation;
  const attachments = files.length > 0 ? { attachments: [...files] } : {};
  const question = { role: 'user' as const, content: message, timestamp: new Date().toISOString(), ...attachments };
  conversation.messages = [...kept, question];
  conversation.revision = null;
  const body = {
    conversation_id: conversation.id,
    message,
    thinking,
    search,
    resumable: true,
    ...(model && { model }),
    ...(files.length > 0 && { attachments: files.map(({ hash, name }) => ({ hash, name })) }),
    ...(at !== undefined && { replace_from: kept.filter(isStored).length }),
    ...(at !== undefined && revision !== null && { revision }),
  };
  return follow(conversation, emptyAnswer(model, label), () => api.ask(body), before);
}

/** Whether a question may take the place of another one: not where the messages have changed elsewhere. */
async function mayReplace(conversation: Conversation): Promise<boolean> {
  try {
    await readRevision(conversation);
    return true;
  } catch (cause) {
    conversation.refusal = asFailure(cause);
    return false;
  }
}

/** Looks whether a question that got no answer has come; answers whether it is to be asked. */
async function shouldAsk(conversation: Conversation, message: string): Promise<boolean> {
  const { unconfirmed, messages } = conversation;
  await loadConversation(conversation);
  if (conversation.failure) {
    conversation.refusal = conversation.failure;
    return false;
  }
  const asked = conversation.messages
    .slice(messages.length)
    .some(({ role, content }) => role === 'user' && content === unconfirmed);
  return !asked || message !== unconfirmed;
}

/** Reads an answer to its end; answers false for a question that was refused. */
async function follow(
  conversation: Conversation,
  start: Answer,
  open: StreamOptions['open'],
  before?: readonly Message[],
): Promise<boolean> {
  const own = epoch;
  let isAsked = false;
  const painting = throttlePaint((answer: Answer) => (conversation.live = answer));
  conversation.live = start;
  const outcome = await readAnswer(start, {
    open,
    resume: api.resume,
    onChange(answer) {
      painting.show(answer);
      conversation.messages = withSafety(conversation.messages, answer.safety);
      if (answer.isDone) updateBudget(answer.budget);
      if (!isAsked && answer.generation) {
        isAsked = true;
        updateListed(conversation.id, {
          updated_at: new Date().toISOString(),
          ...(answer.title && { title: answer.title }),
        });
        if (conversation.isStopping) void sendStop(conversation, answer.generation);
      }
    },
    onReconnecting: (isReconnecting) => (conversation.isReconnecting = isReconnecting),
    isAbandoned: () => own !== epoch || conversations.get(conversation.id) !== conversation,
    wait: (ms) => new Promise((done) => window.setTimeout(done, ms)),
  });
  painting.stop();
  await finish(conversation, outcome, before);
  return outcome.kind !== 'refused' || conversation.refusal === null;
}

async function finish(conversation: Conversation, outcome: Outcome, before?: readonly Message[]): Promise<void> {
  conversation.isReconnecting = conversation.isStopping = false;
  conversation.live = null;
  if (outcome.kind === 'done') {
    const message = messageOf(outcome.answer, new Date().toISOString());
    // An answer that says neither anything nor why is none.
    if (isStored(message) || message.partial) conversation.messages = [...conversation.messages, message];
    updateListed(conversation.id, { updated_at: new Date().toISOString() });
  }
  if (outcome.kind === 'ended') {
    updateBudget(null);
    conversation.messages = [...conversation.messages, { ...messageOf(outcome.answer, ''), partial: true }];
    await loadConversation(conversation);
  }
  if (outcome.kind === 'refused') await refused(conversation, outcome.failure, before);
}

async function refused(conversation: Conversation, failure: ApiFailure, before?: readonly Message[]): Promise<void> {
  const asked = conversation.messages[conversation.messages.length - 1]?.content ?? '';
  if (before) conversation.messages = before;
  // An answer that was over before its stream was read is in the conversation.
  if (!before || failure.status === 409) await loadConversation(conversation);
  if (!before) return;
  conversation.refusal = failure;
  // What the member may use is not what this page believes.
  if (failure.status === 403) refreshModels();
  if (failure.status !== 0) return;
  conversation.unconfirmed = asked;
  const isUnknown = (await shouldAsk(conversation, asked)) || conversation.failure !== null;
  conversation.refusal = isUnknown ? failure : null;
}

/** Stops the answer; what there is of it stays. */
export async function stop(conversation: Conversation): Promise<void> {
  if (!conversation.live || conversation.isStopping) return;
  conversation.isStopping = true;
  if (conversation.live.generation) await sendStop(conversation, conversation.live.generation);
}

async function sendStop(conversation: Conversation, generation: string): Promise<void> {
  try {
    await api.stopGeneration(generation);
  } catch (cause) {
    if (asFailure(cause).status === 404) return;
    conversation.isStopping = false;
    toast(failureText(cause), { kind: 'error' });
  }
}

/** Replaces all messages, unless they have changed elsewhere: then it shows these and throws. */
export async function replaceMessages(conversation: Conversation, next: readonly Message[]): Promise<void> {
  await readRevision(conversation);
  try {
    conversation.revision = await api.putMessages(conversation.id, next.filter(isStored), conversation.revision ?? 0);
    conversation.messages = next.filter(isStored);
  } catch (cause) {
    if (asFailure(cause).status === 409) await loadConversation(conversation);
    throw cause;
  }
}

/** Reads the revision where it is not known. Where the messages have changed elsewhere it shows those and throws. */
async function readRevision(conversation: Conversation): Promise<void> {
  if (conversation.revision !== null) return;
  conversation.busy = true;
  const reading = api.getConversation(conversation.id).finally(() => (conversation.busy = false));
  const { messages, revision } = await reading;
  if (areSame(messages, conversation.messages)) return void (conversation.revision = revision);
  await loadConversation(conversation);
  throw new ApiFailure(409, '');
}
