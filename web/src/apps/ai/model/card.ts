// A question and its answer as the chat shows them: JSON that the card of a forward reads; pure.
import type { Message } from '../types';
import { MAX_FORWARD_BYTES } from './limits';

/** The content of a message of the type `ai_forward`: the beginning of a long answer. */
export function cardOf(question: string, { content, model_label: model }: Message): string {
  const short = question.length > 500 ? `${question.slice(0, 500)}…` : question;
  let answer = content;
  const written = (): string => JSON.stringify({ question: short, content: answer, model: model ?? '' });
  while (new TextEncoder().encode(written()).length > MAX_FORWARD_BYTES)
    answer = `${answer.slice(0, Math.floor(answer.length * 0.8))}…`;
  return written();
}
