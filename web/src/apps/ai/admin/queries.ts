// What the section reads from the server. All of the AI chat has one limit, 30 requests a minute for each member:
// nothing is asked for twice, and what an answer tells is put into the lists without asking again.
import { keepPreviousData, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { components } from '@/api/generated/schema';
import { isAtLeast } from '@/core/admin/rights';
import { subscribe } from '@/core/live';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';
import { user } from '@/core/session';
import type { NamedModel } from './policies/model';
import type { ManagedModelList, MemberList } from './types';

type Schemas = components['schemas'];

export const AI = ['ai', 'admin'];
export const MODELS = [...AI, 'models'];
/** The models that the member has added. */
export const ADDED = [...AI, 'added'];
const USABLE = [...AI, 'usable'];
export const POLICIES = [...AI, 'policies'];
export const GIVEN = [...AI, 'given'];
/** Members of a page: as many as one request may name when it gives a policy. */
export const PAGE = 200;

/** Whether the member manages models: only admins of all classes see addresses and keys. */
export const managesModels = computed(() => isAtLeast(user.value, 'admin'));

/** All models, for admins of all classes. */
export function useManagedModels(): UseQueryReturnType<ManagedModelList, Error> {
  return useQuery({
    queryKey: MODELS,
    queryFn: () => send(api.GET('/api/ai-chat/admin/models')),
    enabled: managesModels,
  });
}

/** The models that the member has added with a key of their own, for class admins. */
export function useAddedModels(): UseQueryReturnType<ManagedModelList, Error> {
  return useQuery({
    queryKey: ADDED,
    queryFn: () => send(api.GET('/api/ai-chat/admin/own-models')),
    enabled: computed(() => !managesModels.value),
  });
}

/** The models that the member may use, for class admins. */
export function useUsableModels(): UseQueryReturnType<Schemas['AiModelList'], Error> {
  return useQuery({
    queryKey: USABLE,
    queryFn: () => send(api.GET('/api/ai-chat/models')),
    enabled: computed(() => !managesModels.value),
  });
}

/** The models that a policy may name; undefined until they are there. */
export function useNamedModels(): ComputedRef<NamedModel[] | undefined> {
  const { data } = usePolicies();
  return computed(() => data.value?.models);
}

/** The policies that the member may give. */
export function usePolicies(): UseQueryReturnType<Schemas['AiPolicyList'], Error> {
  return useQuery({ queryKey: POLICIES, queryFn: () => send(api.GET('/api/ai-chat/admin/policies')) });
}

/** Who was given which policy. */
export function useGiven(): UseQueryReturnType<Schemas['UserPolicies'], Error> {
  return useQuery({ queryKey: GIVEN, queryFn: () => send(api.GET('/api/ai-chat/admin/user-policies')) });
}

/** What answers have taken in the days up to today. */
export function useUsage(days: Readonly<Ref<string>>): UseQueryReturnType<Schemas['AiUsage'], Error> {
  return useQuery({
    queryKey: computed(() => [...AI, 'usage', days.value]),
    queryFn: () => send(api.GET('/api/ai-chat/admin/usage', { params: { query: { days: Number(days.value) } } })),
    placeholderData: keepPreviousData,
  });
}

/** The members who fit, a page of them. */
export function useMembers(filter: {
  search: Readonly<Ref<string>>;
  one: Ref<string>;
  page: Ref<number>;
}): UseQueryReturnType<MemberList, Error> {
  const query = computed(() => ({
    page: filter.page.value,
    limit: PAGE,
    ...(filter.search.value && { search: filter.search.value }),
    ...(filter.one.value && { class: filter.one.value }),
  }));
  return useQuery({
    // Beside the other lists of members, which are read anew when one of them changes.
    queryKey: computed(() => ['admin', 'users', 'ai', query.value]),
    queryFn: () => send(api.GET('/api/admin/users', { params: { query: query.value } })),
    placeholderData: keepPreviousData,
  });
}

/** Reads everything of the section anew. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: AI });
}

/** Reads the models anew, and the policies, which name them. */
export function refreshModels(): void {
  void queryClient.invalidateQueries({ queryKey: MODELS });
  void queryClient.invalidateQueries({ queryKey: ADDED });
  void queryClient.invalidateQueries({ queryKey: USABLE });
  void queryClient.invalidateQueries({ queryKey: POLICIES });
}

/** Reads the policies anew, and who has which. */
function refreshPolicies(): void {
  void queryClient.invalidateQueries({ queryKey: POLICIES });
  void queryClient.invalidateQueries({ queryKey: GIVEN });
}

/** Reads anew what somebody has changed or what may have been missed, as long as the section is open. */
export function useLiveUpdates(): void {
  onScopeDispose(subscribe('ai_models_changed', refreshModels));
  onScopeDispose(subscribe('ai_policies_changed', refreshPolicies));
  useRefreshOn([], [AI]);
}
