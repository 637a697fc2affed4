// The form of a sheet: what is wrong with it, its sending, and whether something would be lost by closing it.
import { computed, ref, type ComputedRef, type Ref } from 'vue';
import type { ApiFailure } from '@/api/failure';
import { useSubmit, type Submit } from '@/core/submit';
import { focusFault, showFailure } from '@/ui/focus';

export interface SheetFormOptions<Field extends string> {
  /** Everything that is typed; closing the sheet asks first when it differs from the beginning. */
  typed: () => unknown;
  /** The fields that the server would not take. */
  faultsOf: () => Field[];
  /** Beside which field a refusal of the server belongs; none for those that are about no field. */
  fieldOf?: (failure: ApiFailure) => Field | undefined;
  /** Sends what was typed, and says that it is saved. */
  save: () => Promise<void>;
  close: () => void;
}

/** What the frame of a sheet needs of its form, see `FormSheet.vue`. */
export interface SheetFrame extends Pick<Submit, 'busy' | 'blocked' | 'text' | 'clear'> {
  root: Ref<HTMLElement | undefined>;
  /** The field that the server has refused. */
  refused: ComputedRef<string | undefined>;
  /** Whether it is asked if what was typed may be lost. */
  isLeaving: Ref<boolean>;
  submit: () => Promise<void>;
  /** Closes the sheet, or asks first. */
  leave: () => void;
  close: () => void;
}

export interface SheetForm<Field extends string> extends SheetFrame, Pick<Submit, 'failure'> {
  /** Whether somebody has tried to send the form: what is wrong is not told before. */
  tried: Ref<boolean>;
  refused: ComputedRef<Field | undefined>;
  /** What is said beside a field: why the server refused it, else `words` when it is wrong. */
  errorOf: (field: Field, words: string) => string;
  /** Whether these fields could be sent; goes to the first one that could not. */
  isFit: (...fields: Field[]) => boolean;
}

/** State of a sheet's form; to be called in `setup`. */
export function useSheetForm<Field extends string>(options: SheetFormOptions<Field>): SheetForm<Field> {
  const { typed, faultsOf, fieldOf, save, close } = options;
  const { busy, blocked, failure, text, clear, run } = useSubmit();
  const root = ref<HTMLElement>();
  const tried = ref(false);
  const isLeaving = ref(false);
  const first = JSON.stringify(typed());
  const faults = computed(() => (tried.value ? faultsOf() : []));
  const refused = computed(() => (failure.value ? fieldOf?.(failure.value) : undefined));

  async function submit(): Promise<void> {
    tried.value = true;
    if (faults.value.length > 0) return focusFault(root.value);
    if (!(await run(save))) return refused.value ? focusFault(root.value) : showFailure(root.value);
    close();
  }

  function isFit(...fields: Field[]): boolean {
    tried.value = true;
    const isSo = !faults.value.some((field) => fields.includes(field));
    if (!isSo) void focusFault(root.value);
    return isSo;
  }

  function errorOf(field: Field, words: string): string {
    if (refused.value === field) return text.value;
    return faults.value.includes(field) ? words : '';
  }

  function leave(): void {
    if (JSON.stringify(typed()) === first) close();
    else isLeaving.value = true;
  }

  return { root, tried, refused, isLeaving, busy, blocked, failure, text, clear, submit, isFit, errorOf, leave, close };
}
