// The payloads of the API that this section passes around.
import type { components, paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';

type Schemas = components['schemas'];

/** A model as members see it. */
export type Model = Schemas['AiModel'];
/** A model as admins of all classes see it. */
export type ManagedModel = Schemas['ManagedAiModel'];
export type ManagedModelList = Schemas['ManagedAiModelList'];
export type ModelOptions = Schemas['AiModelOptions'];
export type NewModel = Schemas['NewAiModel'];
export type ModelChange = Schemas['AiModelChange'];
/** What is tried: a provider's address and key, and a model there. */
export type ModelTest = Schemas['AiModelTest'];
export type TestResult = Schemas['AiModelTestResult'];
export type ProviderModels = Schemas['ProviderModels'];
export type Policy = Schemas['AiPolicy'];
export type PolicyChange = Schemas['AiPolicyChange'];
/** What answers have taken. */
export type UsageSum = Schemas['AiUsageSum'];
/** What those of a day, a model or a class have taken. */
export type UsageShare = Schemas['AiUsageShare'];
export type MemberList = DataOf<paths['/api/admin/users']['get']>;
export type Member = MemberList['users'][number];
