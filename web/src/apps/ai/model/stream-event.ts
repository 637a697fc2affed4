// The events of the stream of an answer (interface 6.2): each has fields of its own. Written by hand until the API
// document has them.
import type { Budget, Source } from '../types';

export type StreamEvent =
  | StartedEvent
  | ReplaceEvent
  | ContentEvent
  | ReasoningEvent
  | SearchEvent
  | FallbackEvent
  | UsageEvent
  | BudgetEvent
  | SavedEvent
  | ErrorEvent
  | DoneEvent;

/** The first event, also of a resumed stream: then with the model that answers by now. */
interface StartedEvent {
  generation_id: string;
  model: string;
  model_label: string;
  /** The title of the conversation, if the question has made it. */
  title?: string;
}

/** Takes the place of all text before it. */
interface ReplaceEvent {
  content: string;
  action: 'replace';
}

/** The next part of the answer. */
interface ContentEvent {
  content: string;
}

/** The next part of the model's thoughts. */
interface ReasoningEvent {
  reasoning: string;
}

/** A web search begins, or has ended with what it found. */
interface SearchEvent {
  searching: boolean;
  query: string;
  sources?: Source[];
}

/** Another model answers in place of one that has failed. */
interface FallbackEvent {
  fallback: boolean;
  model: string;
  model_label: string;
}

/** What the answer took. */
interface UsageEvent {
  usage: { prompt_tokens: number; cached_tokens: number; completion_tokens: number; total_tokens: number };
}

/** What is left to the member today. */
interface BudgetEvent {
  budget: Budget;
}

/** The answer up to an offset would survive a crash of the server. */
interface SavedEvent {
  saved: number;
}

/** There is no whole answer, and why. */
interface ErrorEvent {
  error: string;
}

/** The last event. */
interface DoneEvent {
  done: boolean;
}
