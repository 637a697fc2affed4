// What those who run a class do with models and policies.
import { api, patient, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import type { components } from '@/api/generated/schema';
import { queryClient } from '@/core/query';
import type { Switched } from './models/switching';
import { givenAfter } from './policies/model';
import { ADDED, GIVEN, MODELS, POLICIES, refresh, refreshModels } from './queries';
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
export async function toggleModel({ id, enabled: before }: ManagedModel): Promise<Switched> {
  const show = (enabled: boolean): void => showSwitch(MODELS, id, enabled);
  show(!before);
  try {
    const toggling = send(api.PUT('/api/ai-chat/admin/models/{id}/toggle', { params: at(id) }));
    const switched = await orRefresh(toggling, refreshModels);
    show(switched.enabled);
    showModels(MODELS, (model) => ({ ...model, is_default: model.id === switched.default_model }));
    refreshPolicies();
    return switched;
  } catch (cause) {
    show(before);
    throw cause;
  }
}

/** Changes a model that the caller has added. */
export async function changeOwnModel(id: string, body: ModelChange): Promise<void> {
  await then(send(api.PUT('/api/ai-chat/admin/own-models/{id}', { params: at(id), body })), refreshModels);
}

/** Removes a model that the caller has added, with its key. */
export async function removeOwnModel(id: string): Promise<void> {
  await then(send(api.DELETE('/api/ai-chat/admin/own-models/{id}', { params: at(id) })), refreshModels);
}

/** Enables a model that the caller has added or disables it, as `toggleModel` does; answers what it is now. */
export async function switchOwnModel({ id, enabled: before }: ManagedModel): Promise<boolean> {
  const enabled = !before;
  showSwitch(ADDED, id, enabled);
  try {
    await changeOwnModel(id, { enabled });
    return enabled;
  } catch (cause) {
    showSwitch(ADDED, id, before);
    throw cause;
  }
}

/** Chooses the model that answers members who have chosen none. */
export async function makeDefaultModel(id: string): Promise<void> {
  await orRefresh(send(api.PUT('/api/ai-chat/admin/models/default', { body: { id } })), refreshModels);
  showModels(MODELS, (model) => ({ ...model, is_default: model.id === id }));
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

function showModels(list: string[], change: (model: ManagedModel) => ManagedModel): void {
  queryClient.setQueryData<ManagedModelList>(list, (old) => old && { ...old, models: old.models.map(change) });
}

function showSwitch(list: string[], id: string, enabled: boolean): void {
  showModels(list, (model) => (model.id === id ? { ...model, enabled } : model));
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
