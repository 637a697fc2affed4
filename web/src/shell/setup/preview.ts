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

  // A refusal says its reason in words alone; whether the setup is over can be asked.
  const learnWhy = async (refused: ApiFailure): Promise<void> => {
    if (refused.status !== 403) return;
    const status = await send(api.GET('/api/setup/status')).catch(() => null);
    if (status?.initialized) already.value = true;
    else if (status) needsCode.value = true;
  };
  const run = (action: () => Promise<void>): Promise<boolean> =>
    submit.run(async () => {
      const asked = needsCode.value || draft.setupCode.trim() !== '';
      try {
        await action();
      } catch (cause) {
        await learnWhy(asFailure(cause));
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

/**
 * Finds the row that a refusal speaks of, counted from 0 within the class as it was sent. The
 * server says `class01 第 3 行…`, counted from 1, or `pre_records.class01[2].…`, counted from 0.
 */
export function rowOfMessage(message: string): { classId: string; index: number } | null {
  const match = /class\s*(\d{1,2}).*?(?:第\s*(\d+)\s*[行个]|row\s*(\d+)|\[(\d+)\])/i.exec(message);
  if (!match) return null;
  const index = match[4] === undefined ? Number(match[2] ?? match[3]) - 1 : Number(match[4]);
  return { classId: `class${(match[1] ?? '').padStart(2, '0')}`, index };
}
