// Trying the rule of a form on what was written before.
import { computed, ref, shallowRef, type ComputedRef, type ShallowRef } from 'vue';
import { useSubmit, type Submit } from '@/core/submit';
import type { DryRun, NewRule } from '../types';
import { fitKey } from './draft';
import { tryRule } from './queries';

interface DryRunOfForm {
  trying: Submit;
  /** What the last dry run has found. */
  run: ShallowRef<DryRun | null>;
  /** Whether the rule would fit something else by now, or was not tried yet. */
  isStale: ComputedRef<boolean>;
  /** Answers whether it went well. */
  tryOut: () => Promise<boolean>;
}

/** `first` is a dry run of the rule that was made before; to be called in `setup`. */
export function useDryRun(one: string, rule: () => NewRule, first: DryRun | undefined): DryRunOfForm {
  const trying = useSubmit();
  const run = shallowRef(first ?? null);
  const triedKey = ref(first ? fitKey(rule()) : '');
  const isStale = computed(() => triedKey.value !== fitKey(rule()));

  function tryOut(): Promise<boolean> {
    const body = rule();
    return trying.run(async () => {
      run.value = await tryRule(one, body);
      triedKey.value = fitKey(body);
    });
  }

  return { trying, run, isStale, tryOut };
}
