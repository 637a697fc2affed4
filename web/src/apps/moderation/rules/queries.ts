// The talk of word rules and first posts with the server.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import type { Ref } from 'vue';
import { api, patient, send } from '@/api/client';
import { CONSOLE_KEY } from '@/core/moderation/acts';
import { queryClient } from '@/core/query';
import type { DryRun, NewRule, WordRule, WordRules } from '../types';

const RULES = [...CONSOLE_KEY, 'rules'];

/** Names a class to the server; nothing for the whole portal, or the own class of those who have one. */
const named = (one: string): { query: { class?: string } } => ({ query: one ? { class: one } : {} });

/** The rules of the named class, else of what one manages. No frame tells of them: they are read whenever shown. */
export function useRules(one: Ref<string>): UseQueryReturnType<WordRules, Error> {
  return useQuery({
    queryKey: [...RULES, one],
    queryFn: () => send(api.GET('/api/moderation/rules', { params: named(one.value) })),
    staleTime: 0,
  });
}

export async function addRule(one: string, body: NewRule): Promise<WordRule> {
  return after(send(api.POST('/api/moderation/rules', { params: named(one), body })));
}

export async function changeRule(id: string, body: NewRule): Promise<WordRule> {
  return after(send(api.PUT('/api/moderation/rules/{id}', { params: { path: { id } }, body })));
}

export async function removeRule(id: string): Promise<void> {
  await after(send(api.DELETE('/api/moderation/rules/{id}', { params: { path: { id } } })));
}

/** Whether the first post of each member waits for a moderator. */
export async function setFirstPosts(one: string, approve: boolean): Promise<void> {
  await after(send(api.PUT('/api/moderation/first-posts', { params: named(one), body: { approve } })));
}

/** What a rule would have done. It compares tens of thousands of texts, one rule at a time. */
export async function tryRule(one: string, body: NewRule): Promise<DryRun> {
  return send(api.POST('/api/moderation/rules/dry-run', { params: named(one), body, fetch: patient }));
}

/** Ends when the rules have been read anew, also after a refusal: somebody else may have removed one. */
async function after<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } finally {
    await queryClient.invalidateQueries({ queryKey: RULES });
  }
}
