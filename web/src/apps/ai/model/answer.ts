// What the events of a stream make of an answer; pure.
import type { Message, Source } from '../types';
import type { ServerEvent } from './sse';

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
  /** Why there is no more, in words; empty while all is well. */
  error: string;
  isDone: boolean;
}

interface StreamEvent {
  generation_id?: string;
  model?: string;
  model_label?: string;
  title?: string;
  content?: string;
  action?: string;
  reasoning?: string;
  searching?: boolean;
  query?: string;
  sources?: Source[];
  fallback?: boolean;
  error?: unknown;
  done?: boolean;
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
    error: '',
    isDone: false,
  };
}

/** The answer after one more event. An event that was read before the connection broke changes nothing. */
export function withEvent(answer: Answer, { id, data }: ServerEvent): Answer {
  if (id !== null && id <= answer.offset) return answer;
  const event = parse(data);
  if (!event) return answer;
  const next = { ...answer, offset: id ?? answer.offset };
  if (typeof event.generation_id === 'string') next.generation = event.generation_id;
  // The first line of a resumed stream names the model that was asked, or the one that stands in for it.
  if (typeof event.model === 'string') next.model = event.model;
  if (typeof event.model_label === 'string') next.modelLabel = event.model_label;
  if (typeof event.title === 'string') next.title = event.title;
  if (event.fallback === true) next.isFallback = true;
  if (typeof event.content === 'string')
    next.content = event.action === 'replace' ? event.content : answer.content + event.content;
  if (typeof event.reasoning === 'string') next.reasoning = answer.reasoning + event.reasoning;
  if (event.searching === true) next.query = String(event.query ?? '');
  if (event.searching === false) {
    next.query = null;
    next.sources = joined(answer.sources, event.sources ?? []);
  }
  if (event.error !== undefined) next.error = String(event.error);
  if (event.done === true) next.isDone = true;
  return next;
}

/** The answer as a message. */
export function messageOf(answer: Answer, timestamp: string): Message {
  const { content, reasoning, model, modelLabel, sources, isFallback, error } = answer;
  return {
    role: 'assistant',
    content,
    model,
    model_label: modelLabel,
    timestamp,
    ...(reasoning && { reasoning }),
    ...(sources.length > 0 && { sources: [...sources] }),
    ...(isFallback && { isFallback }),
    ...(error && { error, partial: true, ending: 'broken' as const }),
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
