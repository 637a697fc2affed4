// What those who run a class do with models and policies.
import { api, patient, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import type { components } from '@/api/generated/schema';
import { queryClient } from '@/core/query';
import { givenAfter } from './policies/model';
import { GIVEN, MODELS, POLICIES, refresh, refreshModels } from './queries';
import type {
  ManagedModel,
  ManagedModelList,
  ModelChange,
  ModelTest,
  NewModel,
  Policy,
  PolicyChange,
  ProviderModels,
  TestResult,
} from './types';

const at = (id: string): { path: { id: string } } => ({ path: { id } });

/** Adds models: one as an admin of all classes, else all of them or none. */
export async function addModels(models: NewModel[], alone: boolean): Promise<void> {
  const [first] = models;
  const adding =
    alone && first && models.length === 1
      ? send(api.POST('/api/ai-chat/admin/models', { body: first }))
      : send(api.POST('/api/ai-chat/admin/models/batch', { body: { models } }));
  await then(adding, refreshModels);
}

/** Changes a model. */
export async function changeModel(id: string, body: ModelChange): Promise<void> {
  await then(send(api.PUT('/api/ai-chat/admin/models/{id}', { params: at(id), body })), refreshModels);
}

/** Removes a model with its key. */
export async function removeModel(id: string): Promise<void> {
  await then(send(api.DELETE('/api/ai-chat/admin/models/{id}', { params: at(id) })), refreshModels);
}

/**
 * Enables a model or disables it; answers what it is now, which another admin may have made of it before. The switch
 * shows it at once, and goes back when the server refuses.
 */
export async function toggleModel({ id, enabled: before }: ManagedModel): Promise<boolean> {
  const show = (enabled: boolean): void => showModels((model) => (model.id === id ? { ...model, enabled } : model));
  show(!before);
  try {
    const toggling = send(api.PUT('/api/ai-chat/admin/models/{id}/toggle', { params: at(id) }));
    const { enabled, default_model: first } = await orRefresh(toggling, refreshModels);
    show(enabled);
    showModels((model) => ({ ...model, is_default: model.id === first }));
    refreshPolicies();
    return enabled;
  } catch (cause) {
    show(before);
    throw cause;
  }
}

/** Chooses the model that answers members who have chosen none. */
export async function makeDefaultModel(id: string): Promise<void> {
  await orRefresh(send(api.PUT('/api/ai-chat/admin/models/default', { body: { id } })), refreshModels);
  showModels((model) => ({ ...model, is_default: model.id === id }));
}

/** Asks a provider for a short answer; that may take 15 seconds. */
export function testModel(body: ModelTest): Promise<TestResult> {
  return send(api.POST('/api/ai-chat/admin/models/test', { body, fetch: patient }));
}

/** Asks a provider which models it has. */
export function listProviderModels(body: ModelTest): Promise<ProviderModels> {
  return send(api.POST('/api/ai-chat/admin/models/provider-models', { body, fetch: patient }));
}

/** Adds a policy. */
export async function addPolicy(body: PolicyChange): Promise<void> {
  await then(send(api.POST('/api/ai-chat/admin/policies', { body })), refreshPolicies);
}

/** Changes a policy. */
export async function changePolicy(id: string, body: PolicyChange): Promise<void> {
  await then(send(api.PUT('/api/ai-chat/admin/policies/{id}', { params: at(id), body })), refreshPolicies);
}

/** Removes a policy: who has it follows the default one from then on. */
export async function removePolicy({ id }: Policy): Promise<void> {
  await then(send(api.DELETE('/api/ai-chat/admin/policies/{id}', { params: at(id) })), () => {
    refreshPolicies();
    void queryClient.invalidateQueries({ queryKey: GIVEN });
  });
}

/** Gives members a policy; an empty one takes theirs away. */
export async function applyPolicy(userIds: string[], policy: string): Promise<void> {
  const body = { user_ids: userIds, policy_id: policy };
  await orRefresh(send(api.POST('/api/ai-chat/admin/apply-policy', { body })), refresh);
  queryClient.setQueryData<components['schemas']['UserPolicies']>(
    GIVEN,
    (given) => given && { map: givenAfter(given.map, userIds, policy) },
  );
}

function showModels(change: (model: ManagedModel) => ManagedModel): void {
  queryClient.setQueryData<ManagedModelList>(MODELS, (list) => list && { ...list, models: list.models.map(change) });
}

function refreshPolicies(): void {
  void queryClient.invalidateQueries({ queryKey: POLICIES });
}

/** Reads the lists anew after a change, and after a refusal that they may explain. */
async function then(request: Promise<unknown>, readAnew: () => void): Promise<void> {
  await orRefresh(request, readAnew);
  readAnew();
}

/** Another admin may have been faster: then the lists are behind. What was typed wrongly says nothing about them. */
async function orRefresh<T>(request: Promise<T>, readAnew: () => void): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    if (![400, 429].includes(asFailure(cause).status)) readAnew();
    throw cause;
  }
}
