// Asks the server for the numbers and saves; keeps apart the reasons why it may refuse.
import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { api, send } from '@/api/client';
import { asFailure, type ApiFailure } from '@/api/failure';
import type { SetupPreview, SetupResult } from '@/api/types';
import { useSubmit, type Submit } from '@/core/submit';
import { draft, rows, toBody, type DraftRow } from './draft';

export interface PreviewState {
  preview: ShallowRef<SetupPreview | null>;
  submit: Submit;
  /** Rows that the wizard itself finds faulty; nothing is sent before they are mended. */
  faulty: ComputedRef<DraftRow[]>;
  /** The server wants the code from its console. */
  needsCode: Ref<boolean>;
  /** Somebody else has finished the setup meanwhile. */
  already: Ref<boolean>;
  load: () => Promise<void>;
  save: () => Promise<SetupResult | null>;
}

/** State of the last step. */
export function usePreview(): PreviewState {
  const preview = shallowRef<SetupPreview | null>(null);
  const needsCode = ref(false);
  const already = ref(false);
  const submit = useSubmit();
  const faulty = computed(() => rows.value.filter((row) => row.problem));

  const learnWhy = ({ slug }: ApiFailure): void => {
    if (slug === 'already_initialised') already.value = true;
    if (slug === 'setup_code_wrong') needsCode.value = true;
  };
  const run = (action: () => Promise<void>): Promise<boolean> =>
    submit.run(async () => {
      const asked = needsCode.value || draft.setupCode.trim() !== '';
      try {
        await action();
      } catch (cause) {
        learnWhy(asFailure(cause));
        // Who was not asked for the code before has done nothing wrong.
        if (asked || !needsCode.value) throw cause;
      }
    });

  const load = async (): Promise<void> => {
    if (faulty.value.length > 0) return;
    await run(async () => {
      preview.value = await send(api.POST('/api/setup/preview', { body: toBody() }));
    });
  };

  const save = async (): Promise<SetupResult | null> => {
    let result: SetupResult | null = null;
    await run(async () => {
      const body = toBody(preview.value ?? undefined);
      result = await send(api.POST('/api/setup/save', { body }));
    });
    return result;
  };

  return { preview, submit, faulty, needsCode, already, load, save };
}

/** The row that a refusal names, counted from 0 within the class as it was sent; null when it names none. */
export function rowOf(failure: ApiFailure): { classId: string; index: number } | null {
  const { class_id: classId, row } = failure.fields;
  return typeof classId === 'string' && typeof row === 'number' ? { classId, index: row - 1 } : null;
}
