// The form of a word rule: what is typed, what is wrong with it, and saving it. A rule takes effect only after a dry run
// has shown what it fits.
import { computed, reactive, ref, type ComputedRef, type ShallowRef } from 'vue';
import { useSubmit, type Submit } from '@/core/submit';
import { toast } from '@/core/toast';
import { t } from '../i18n';
import type { DryRun, NewRule, WordRule } from '../types';
import {
  draftOf,
  faultsOf,
  MAX_EXCEPTIONS,
  MAX_TERM,
  ruleOf,
  takesEffect,
  type RuleDraft,
  type RuleFaults,
} from './draft';
import { fieldOf, type RuleField } from './faults';
import { addRule, changeRule } from './queries';
import { useDryRun } from './use-dry-run';
import { countOf, verdictOf } from './verdict';

/** What came of pressing the button that saves; `shown` says that the dry run has found something to look at first. */
export type Outcome = 'saved' | 'shown' | 'failed';

interface RuleForm {
  draft: RuleDraft;
  saving: Submit;
  trying: Submit;
  /** What the last dry run has found. */
  run: ShallowRef<DryRun | null>;
  isStale: ComputedRef<boolean>;
  /** Whether saving puts something into effect that was not tried yet. */
  needsTry: ComputedRef<boolean>;
  /** Whether saving puts something into effect that was tried. */
  isTried: ComputedRef<boolean>;
  errorOf: (field: RuleField) => string;
  submit: () => Promise<Outcome>;
  /** Saves it switched off, which needs no dry run; answers whether it went well, as `tryOut` does. */
  saveOff: () => Promise<boolean>;
  tryOut: () => Promise<boolean>;
  clear: () => void;
}

/**
 * State of the form of a new rule of `one`, or of a rule that is changed; to be called in `setup`. With `first`, a dry
 * run of it, the rule is being switched on.
 */
export function useRuleForm(one: string, rule: WordRule | undefined, first: DryRun | undefined): RuleForm {
  const draft = reactive({ ...draftOf(rule), ...(first && { enabled: true }) });
  const saving = useSubmit();
  const { trying, run, isStale, tryOut: startTry } = useDryRun(one, () => ruleOf(draft), first);
  const { faults, isSound } = useCheck(draft);
  const isEffective = computed(() => takesEffect(ruleOf(draft), rule));
  const needsTry = computed(() => isEffective.value && isStale.value);
  const isTried = computed(() => isEffective.value && !isStale.value);

  async function save(body: NewRule, done: string): Promise<boolean> {
    const went = await saving.run(async () => {
      await (rule ? changeRule(rule.id, body) : addRule(one, body));
    });
    if (went) toast(done);
    return went;
  }

  async function tryOut(): Promise<boolean> {
    if (!isSound()) return false;
    saving.clear();
    return startTry();
  }

  async function submit(): Promise<Outcome> {
    let done = t(rule ? 'rule.saved' : 'rule.added');
    if (needsTry.value) {
      if (!(await tryOut()) || !run.value) return 'failed';
      // What was changed meanwhile is not tried yet.
      if (isStale.value || countOf(run.value) > 0) return 'shown';
      done = t('rule.fits_none', { done, verdict: verdictOf(run.value) });
    }
    if (!isSound()) return 'failed';
    trying.clear();
    return (await save(ruleOf(draft), done)) ? 'saved' : 'failed';
  }

  async function saveOff(): Promise<boolean> {
    if (!isSound()) return false;
    return save({ ...ruleOf(draft), enabled: false }, t(rule ? 'rule.saved_off' : 'rule.added_off'));
  }

  return {
    draft,
    saving,
    trying,
    run,
    isStale,
    needsTry,
    isTried,
    submit,
    saveOff,
    tryOut,
    errorOf: (field) => errorOf(field, faults.value, [saving, trying]),
    clear: () => [saving, trying].forEach((state) => state.clear()),
  };
}

/** What is wrong with a draft, said from the first check on: whoever has just begun to type is told nothing. */
function useCheck(draft: RuleDraft): { faults: ComputedRef<RuleFaults>; isSound: () => boolean } {
  const isChecked = ref(false);
  const faults = computed(() => (isChecked.value ? faultsOf(draft) : {}));
  const isSound = (): boolean => {
    isChecked.value = true;
    return Object.keys(faults.value).length === 0;
  };
  return { faults, isSound };
}

/** What is wrong with a field: what is missing in it, or what the server has refused of it. */
function errorOf(field: RuleField, faults: RuleFaults, submits: readonly Submit[]): string {
  const fault = faults[field];
  if (fault) return t(`rule.${fault}`, { n: MAX_TERM, count: MAX_EXCEPTIONS });
  return submits.find(({ failure }) => fieldOf(failure.value?.slug ?? '') === field)?.text.value ?? '';
}

/** What a refusal says that is about no field. */
export function failureOf({ failure, text }: Submit): string {
  return fieldOf(failure.value?.slug ?? '') ? '' : text.value;
}
