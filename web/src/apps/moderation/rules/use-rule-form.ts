// The form of a word rule: what is typed, what is wrong with it, saving it, and trying it before.
import { computed, reactive, ref, shallowRef, type ComputedRef, type ShallowRef } from 'vue';
import { useSubmit, type Submit } from '@/core/submit';
import { toast } from '@/core/toast';
import { t } from '../i18n';
import type { DryRun, WordRule } from '../types';
import { draftOf, faultsOf, fitKey, MAX_EXCEPTIONS, MAX_TERM, ruleOf, type RuleDraft } from './draft';
import { fieldOf, type RuleField } from './faults';
import { addRule, changeRule, tryRule } from './queries';

interface RuleForm {
  draft: RuleDraft;
  saving: Submit;
  trying: Submit;
  /** What the last try has found. */
  run: ShallowRef<DryRun | null>;
  /** Whether the rule would fit something else by now. */
  isStale: ComputedRef<boolean>;
  errorOf: (field: RuleField) => string;
  /** Both answer whether it went well. */
  save: () => Promise<boolean>;
  tryOut: () => Promise<boolean>;
  clear: () => void;
}

/** State of the form of a new rule of `one`, or of a rule that is changed; to be called in `setup`. */
export function useRuleForm(one: string, rule: WordRule | undefined): RuleForm {
  const draft = reactive(draftOf(rule));
  const saving = useSubmit();
  const trying = useSubmit();
  const run = shallowRef<DryRun | null>(null);
  const triedKey = ref('');
  /** Saving or trying was asked for: from then on it is said what is missing. */
  const isChecked = ref(false);
  const faults = computed(() => faultsOf(draft));
  const isSound = computed(() => Object.keys(faults.value).length === 0);
  const isStale = computed(() => triedKey.value !== fitKey(ruleOf(draft)));

  function errorOf(field: RuleField): string {
    const fault = faults.value[field];
    if (fault && isChecked.value) return t(`rule.${fault}`, { n: MAX_TERM, count: MAX_EXCEPTIONS });
    const refused = [saving, trying].find(({ failure }) => fieldOf(failure.value?.slug ?? '') === field);
    return refused?.text.value ?? '';
  }

  async function save(): Promise<boolean> {
    isChecked.value = true;
    if (!isSound.value) return false;
    const body = ruleOf(draft);
    trying.clear();
    const went = await saving.run(async () => {
      await (rule ? changeRule(rule.id, body) : addRule(one, body));
    });
    if (went) toast(t(rule ? 'rule.saved' : 'rule.added'));
    return went;
  }

  async function tryOut(): Promise<boolean> {
    isChecked.value = true;
    if (!isSound.value) return false;
    const body = ruleOf(draft);
    saving.clear();
    return trying.run(async () => {
      run.value = await tryRule(one, body);
      triedKey.value = fitKey(body);
    });
  }

  function clear(): void {
    saving.clear();
    trying.clear();
  }

  return { draft, saving, trying, run, isStale, errorOf, save, tryOut, clear };
}

/** What a refusal says that is about no field. */
export function failureOf({ failure, text }: Submit): string {
  return fieldOf(failure.value?.slug ?? '') ? '' : text.value;
}
