// Models that are typed or pasted, one a line: `name | model at the provider`. Pure.
import { lengthOf, MAX_MODEL_LABEL, MAX_MODEL_NAME } from '../../model/limits';
import type { ModelOptions, NewModel } from '../types';
import { connectionOf, type Connection } from './connection';

/** The most that one request adds. */
export const MAX_LINES = 50;

export type LineFault = 'model' | 'model_long' | 'label_long' | 'twice';

/** A model that is to be added. */
export interface Entry {
  /** The number of its line in the text, from 1. */
  line: number;
  /** The name that members read; empty for the one of the provider. */
  label: string;
  model: string;
  fault?: LineFault;
}

/** The models of a text; blank lines are left out. */
export function entriesOf(text: string): Entry[] {
  const seen = new Set<string>();
  return text
    .split('\n')
    .map((line, i) => ({ words: line.trim(), line: i + 1 }))
    .filter(({ words }) => words !== '')
    .map(({ words, line }) => {
      const entry = { line, ...wordsOf(words) };
      const fault = faultOf(entry, seen);
      seen.add(entry.model);
      return fault ? { ...entry, fault } : entry;
    });
}

/** The name stands before the last bar, which may be the wide one of a Chinese keyboard. */
function wordsOf(words: string): Pick<Entry, 'label' | 'model'> {
  const at = Math.max(words.lastIndexOf('|'), words.lastIndexOf('｜'));
  if (at < 0) return { label: '', model: words };
  return { label: words.slice(0, at).trim(), model: words.slice(at + 1).trim() };
}

function faultOf({ label, model }: Pick<Entry, 'label' | 'model'>, seen: ReadonlySet<string>): LineFault | undefined {
  if (model === '') return 'model';
  if (lengthOf(model) > MAX_MODEL_NAME) return 'model_long';
  if (lengthOf(label) > MAX_MODEL_LABEL) return 'label_long';
  return seen.has(model) ? 'twice' : undefined;
}

/** The models that were chosen from a provider's list, with the names that were typed for them. */
export function chosenEntries(chosen: readonly string[], labels: Readonly<Record<string, string>>): Entry[] {
  const lines = chosen.map((model, i) => ({ line: i + 1, label: (labels[model] ?? '').trim(), model }));
  return lines.map((entry) => {
    const fault = faultOf(entry, new Set());
    return fault ? { ...entry, fault } : entry;
  });
}

/** The bodies of models of one provider; `optionsOf` says what is set for which. What is not set is left to the server. */
export function bodiesOf(
  entries: readonly Entry[],
  connection: Connection,
  optionsOf: (i: number) => ModelOptions,
): NewModel[] {
  return entries.map(({ label, model }, i) => ({
    ...connectionOf(connection),
    model,
    ...(label !== '' && { label }),
    ...optionsOf(i),
  }));
}

/** Where a line begins and ends in a text, to mark it there. */
export function rangeOf(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
