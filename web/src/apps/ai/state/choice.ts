// How the next question is asked: which model answers, and whether it thinks and searches.
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue';
import { readPersonal, writePersonal } from '@/core/storage';
import type { Attachment, Model } from '../types';
import { useModels } from './queries';

const KEY = 'ai-choice';

export interface Choice {
  model: ComputedRef<Model | undefined>;
  /** What the member wants, as far as the model can do it. */
  thinking: Ref<boolean>;
  search: Ref<boolean>;
}

/** What is sent along with a question. */
export interface QuestionOptions {
  model: string;
  label: string;
  thinking: boolean;
  search: boolean;
  files?: readonly Attachment[];
}

export function useChoice(): Choice & { options: ComputedRef<QuestionOptions> } {
  const { data } = useModels();
  const kept = (readPersonal(KEY) ?? {}) as { thinking?: unknown; search?: unknown };
  const thinking = ref(kept.thinking === true);
  // As on the server: a model may search unless it is told not to.
  const search = ref(kept.search !== false);
  watch([thinking, search], () => writePersonal(KEY, { thinking: thinking.value, search: search.value }));
  const model = computed(() => {
    const list = data.value;
    const wanted = list?.user_model ?? list?.default_model;
    return list?.models.find(({ id }) => id === wanted) ?? list?.models[0];
  });
  const options = computed(() => ({
    model: model.value?.id ?? '',
    label: model.value?.label ?? '',
    thinking: thinking.value && model.value?.supports_thinking === true,
    search: search.value && model.value?.supports_search === true,
  }));
  return { model, thinking, search, options };
}
