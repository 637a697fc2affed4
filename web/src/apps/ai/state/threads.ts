// The messages of each conversation that this page has opened, and the answers that are being written. They live
// outside of the window, so that an answer goes on while another conversation is open, or none.
import { shallowReactive, watch } from 'vue';
import { ApiFailure, asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { user } from '@/core/session';
import { toast } from '@/core/toast';
import * as api from '../api';
import { emptyAnswer, messageOf, type Answer } from '../model/answer';
import type { Message } from '../types';
import type { Asking } from './choice';
import { framesOf } from './frames';
import { noteConversation } from './queries';
import { readAnswer, type Line, type Outcome } from './stream';

export interface Thread {
  readonly id: string;
  messages: readonly Message[];
  /** The answer that is being written. */
  live: Answer | null;
  isLoaded: boolean;
  busy: boolean;
  failure: ApiFailure | null;
  /** Why the last question was not taken. */
  refusal: ApiFailure | null;
  /** The line of the answer broke and is being opened again. */
  isBroken: boolean;
  isStopping: boolean;
  /** What the server had when it was read; null since something was written. */
  revision: number | null;
  /** A question of which nobody knows whether the server has it. */
  unsure: string;
}

const threads = new Map<string, Thread>();
/** What is read now has an owner; whoever comes next begins anew. */
let turn = 0;
watch(
  () => user.value?.user_id,
  () => {
    turn += 1;
    threads.clear();
  },
);

export function threadOf(id: string): Thread {
  const known = threads.get(id);
  if (known) return known;
  const thread = shallowReactive<Thread>({
    id,
    messages: [],
    live: null,
    isLoaded: false,
    busy: false,
    failure: null,
    refusal: null,
    isBroken: false,
    isStopping: false,
    revision: null,
    unsure: '',
  });
  threads.set(id, thread);
  return thread;
}

/** A conversation that was just made has nothing to be read. */
export function beginThread(id: string, revision: number): Thread {
  const thread = threadOf(id);
  Object.assign(thread, { isLoaded: true, revision });
  return thread;
}

export function forgetThread(id: string): void {
  threads.delete(id);
}

/** Reads a conversation, and shows the answer that is being written in it. */
export async function loadThread(thread: Thread): Promise<void> {
  if (thread.busy || thread.live) return;
  thread.busy = true;
  try {
    const read = await api.getConversation(thread.id);
    if (thread.live) return;
    const { messages, revision, generation } = read;
    Object.assign(thread, { messages: messages.map(asRead), revision, isLoaded: true, failure: null });
    thread.unsure = '';
    if (generation) {
      const { id, model, model_label: label } = generation;
      const answer = emptyAnswer(model, label, id);
      void follow(thread, answer, () => api.resume(id, 0));
    }
  } catch (cause) {
    thread.failure = asFailure(cause);
  } finally {
    thread.busy = false;
  }
}

/**
 * Asks, in the place of an earlier question and of all behind it where `at` names one; answers whether the server has
 * taken the question. Nothing goes when it has not.
 */
export async function ask(
  thread: Thread,
  message: string,
  { model, label, thinking, search }: Asking,
  at?: number,
): Promise<boolean> {
  if (thread.live || thread.busy) return false;
  thread.refusal = null;
  if (thread.unsure && !(await isClear(thread, message))) return thread.refusal === null;
  const before = thread.messages;
  const kept = before.slice(0, at);
  const { revision } = thread;
  thread.messages = [...kept, { role: 'user', content: message, timestamp: new Date().toISOString() }];
  thread.revision = null;
  const body = {
    conversation_id: thread.id,
    message,
    thinking,
    search,
    resumable: true,
    ...(model && { model }),
    ...(at !== undefined && { replace_from: kept.filter(isStored).length }),
    ...(at !== undefined && revision !== null && { revision }),
  };
  return follow(thread, emptyAnswer(model, label), () => api.ask(body), before);
}

/** Looks whether a question that got no answer has come; answers whether it is to be asked. */
async function isClear(thread: Thread, message: string): Promise<boolean> {
  const { unsure, messages } = thread;
  await loadThread(thread);
  if (thread.failure) {
    thread.refusal = thread.failure;
    return false;
  }
  const asked = thread.messages
    .slice(messages.length)
    .some(({ role, content }) => role === 'user' && content === unsure);
  return !asked || message !== unsure;
}

/** Reads an answer to its end; answers false for a question that was refused. */
async function follow(
  thread: Thread,
  start: Answer,
  open: Line['open'],
  before?: readonly Message[],
): Promise<boolean> {
  const own = turn;
  let isAsked = false;
  const frames = framesOf((answer: Answer) => (thread.live = answer));
  thread.live = start;
  const outcome = await readAnswer(start, {
    open,
    resume: api.resume,
    show(answer) {
      frames.show(answer);
      if (!isAsked && answer.generation) {
        isAsked = true;
        noteConversation(thread.id, {
          updated_at: new Date().toISOString(),
          ...(answer.title && { title: answer.title }),
        });
        if (thread.isStopping) void sendStop(thread, answer.generation);
      }
    },
    broken: (isBroken) => (thread.isBroken = isBroken),
    isLeft: () => own !== turn || threads.get(thread.id) !== thread,
    wait: (ms) => new Promise((done) => window.setTimeout(done, ms)),
  });
  frames.stop();
  await finish(thread, outcome, before);
  return outcome.kind !== 'refused' || thread.refusal === null;
}

async function finish(thread: Thread, outcome: Outcome, before?: readonly Message[]): Promise<void> {
  const { isStopping } = thread;
  thread.isBroken = thread.isStopping = false;
  thread.live = null;
  if (outcome.kind === 'done') {
    const message = messageOf(outcome.answer, new Date().toISOString());
    const stopped = isStopping && !message.error ? { partial: true, ending: 'stopped' as const } : {};
    thread.messages = [...thread.messages, { ...message, ...stopped }];
    noteConversation(thread.id, { updated_at: new Date().toISOString() });
  }
  if (outcome.kind === 'over') {
    thread.messages = [...thread.messages, { ...messageOf(outcome.answer, ''), partial: true, ending: 'unknown' }];
    await loadThread(thread);
  }
  if (outcome.kind === 'refused') await refused(thread, outcome.failure, before);
}

async function refused(thread: Thread, failure: ApiFailure, before?: readonly Message[]): Promise<void> {
  const asked = thread.messages[thread.messages.length - 1]?.content ?? '';
  if (before) thread.messages = before;
  // An answer that was over before its stream was read is in the conversation.
  if (!before || failure.status === 409) await loadThread(thread);
  if (!before) return;
  thread.refusal = failure;
  if (failure.status !== 0) return;
  thread.unsure = asked;
  const isUnknown = (await isClear(thread, asked)) || thread.failure !== null;
  thread.refusal = isUnknown ? failure : null;
}

/** Stops the answer; what there is of it stays. */
export async function stop(thread: Thread): Promise<void> {
  if (!thread.live || thread.isStopping) return;
  thread.isStopping = true;
  if (thread.live.generation) await sendStop(thread, thread.live.generation);
}

async function sendStop(thread: Thread, generation: string): Promise<void> {
  try {
    await api.stopGeneration(generation);
  } catch (cause) {
    if (asFailure(cause).status === 404) return;
    thread.isStopping = false;
    toast(failureText(cause), { kind: 'error' });
  }
}

/** Replaces all messages, unless they have changed elsewhere: then it shows these and throws. */
export async function replaceMessages(thread: Thread, next: readonly Message[]): Promise<void> {
  const { length } = thread.messages.filter(isStored);
  if (thread.revision === null) {
    await loadThread(thread);
    if (thread.failure) throw thread.failure;
    if (thread.messages.length !== length) throw new ApiFailure(409, '');
  }
  try {
    thread.revision = await api.putMessages(thread.id, next.filter(isStored), thread.revision ?? 0);
    thread.messages = next.filter(isStored);
  } catch (cause) {
    if (asFailure(cause).status === 409) await loadThread(thread);
    throw cause;
  }
}

/** An answer of which nothing came is only on this page. */
function isStored({ role, content, reasoning }: Message): boolean {
  return role === 'user' || content !== '' || (reasoning ?? '') !== '';
}

function asRead(message: Message): Message {
  return message.partial ? { ...message, ending: 'unknown' } : message;
}
