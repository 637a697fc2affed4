// The help at the latest question: a bar points to it until it is closed, which holds as long as the page lives.
import { computed, shallowReactive, type ComputedRef, type Ref } from 'vue';
import { helpOf } from '../model/messages';
import type { Conversation } from '../state/conversations';
import type { SafetyCategory } from '../types';

/** The questions whose bar was closed. */
const closed = shallowReactive(new Set<string>());

export interface HelpBarState {
  /** What the latest question has words of; empty where the bar is not shown. */
  categories: ComputedRef<readonly SafetyCategory[]>;
  close: () => void;
}

export function useHelpBar(conversation: Readonly<Ref<Conversation | null>>): HelpBarState {
  const help = computed(() => helpOf(conversation.value?.messages ?? []));
  const key = computed(() => `${conversation.value?.id ?? ''}:${help.value?.at ?? ''}:${help.value?.question ?? ''}`);
  const categories = computed(() => (help.value && !closed.has(key.value) ? help.value.categories : []));
  return { categories, close: () => void closed.add(key.value) };
}
