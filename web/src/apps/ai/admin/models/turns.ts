// Changes of models one after the other: what the default is follows from the one before.
import { failureText } from '@/core/failure-text';
import { toast } from '@/core/toast';

/** Answers a function that does an act once those before it are done, and says why one has failed. */
export function useTurns(): (act: () => Promise<void>) => void {
  let last = Promise.resolve();
  return (act) => {
    last = last.then(act).catch((cause: unknown) => void toast(failureText(cause), { kind: 'error' }));
  };
}
