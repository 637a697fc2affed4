// What the events of a stream make of an answer; pure.
import type { Budget, Message, PartialReason, SafetyCategory, Source } from '../types';
import type { ServerEvent } from '@/core/server-events';
import type { StreamEvent } from './stream-event';

/** An answer that is being written. */
export interface Answer {
  /** The id of the generation; empty until the server has told it. */
  generation: string;
  /** The offset behind everything that was read: from here on the stream is resumed. */
  offset: number;
  content: string;
  reasoning: string;
  model: string;
  modelLabel: string;
  isFallback: boolean;
  /** The title that the question has made; empty for none. */
  title: string;
  /** What the web is being searched for; null while it is not. */
  query: string | null;
  sources: readonly Source[];
  /** What the question has words of. */
  safety: readonly SafetyCategory[];
  /** What is left of the day after the answer; null until it has been told. */
  budget: Budget | null;
  /** Why there is no more, in words; empty while all is well. */
  error: string;
  /** Why the answer is not whole; null for one that is, and until it is over. */
  partialReason: PartialReason | null;
  isDone: boolean;
}

/** An answer of which nothing has come. */
export function emptyAnswer(model = '', modelLabel = '', generation = ''): Answer {
  return {
    generation,
    offset: 0,
    content: '',
    reasoning: '',
    model,
    modelLabel,
    isFallback: false,
    title: '',
    query: null,
    sources: [],
    safety: [],
    budget: null,
    error: '',
    partialReason: null,
    isDone: false,
  };
}

/** The answer after one more event. An event that was read before the connection broke changes nothing. */
export function withEvent(answer: Answer, { id, data }: ServerEvent): Answer {
  if (id !== null && id <= answer.offset) return answer;
  const event = parse(data);
  if (!event) return answer;
  return { ...answer, offset: id ?? answer.offset, ...changeOf(answer, event) };
}

/** What an event changes; nothing where it tells no more than how much was used or saved. */
function changeOf(answer: Answer, event: StreamEvent): Partial<Answer> {
  if ('generation_id' in event) {
    const { generation_id: generation, title } = event;
    return { generation, ...modelOf(event), ...(title && { title }) };
  }
  // What the model that failed has searched for is no source of the one that stands in.
  if ('fallback' in event) return { isFallback: true, query: null, sources: [], ...modelOf(event) };
  if ('content' in event) return { content: 'action' in event ? event.content : answer.content + event.content };
  if ('reasoning' in event) return { reasoning: answer.reasoning + event.reasoning };
  if ('searching' in event)
    return event.searching
      ? { query: event.query }
      : { query: null, sources: joined(answer.sources, event.sources ?? []) };
  if ('safety' in event) return { safety: [...answer.safety, event.safety] };
  if ('budget' in event) return { budget: event.budget };
  if ('error' in event) return { error: event.error };
  if ('partial_reason' in event) return { partialReason: event.partial_reason };
  return 'done' in event ? { isDone: true } : {};
}

const modelOf = (event: { model: string; model_label: string }): Pick<Answer, 'model' | 'modelLabel'> => ({
  model: event.model,
  modelLabel: event.model_label,
});

/** The answer as a message. What its question has words of belongs to the question. */
export function messageOf(answer: Answer, timestamp: string): Message {
  const { content, reasoning, model, modelLabel, sources, isFallback, error } = answer;
  const reason = answer.partialReason ?? (error ? 'failed' : null);
  return {
    role: 'assistant',
    content,
    model,
    model_label: modelLabel,
    timestamp,
    ...(reasoning && { reasoning }),
    ...(sources.length > 0 && { sources: [...sources] }),
    ...(isFallback && { fallback: true }),
    ...(error && { error }),
    ...(reason && { partial: true, partial_reason: reason }),
  };
}

function joined(before: readonly Source[], more: readonly Source[]): readonly Source[] {
  const known = new Set(before.map(({ url }) => url));
  return [...before, ...more.filter(({ url }) => !known.has(url))];
}

function parse(data: string): StreamEvent | null {
  try {
    const event = JSON.parse(data) as StreamEvent | null;
    return typeof event === 'object' ? event : null;
  } catch {
    return null;
  }
}
