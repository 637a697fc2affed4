// What switching a model off does to the default one, and which models are those of others. Pure.
import type { ManagedModel, Model } from '../types';

/** What the server says of a model that was switched. */
export interface Switched {
  enabled: boolean;
  default_model?: string | null;
}

/** The model that has become the default because the one that was it is disabled now; none where nothing moved. */
export function successorOf(
  model: ManagedModel,
  { enabled, default_model: first }: Switched,
  models: readonly ManagedModel[],
): ManagedModel | undefined {
  if (enabled || !model.is_default || !model.enabled || first === model.id) return undefined;
  return models.find(({ id }) => id === first);
}

/** The models that one may use and has not added. */
export function othersOf(usable: readonly Model[], own: readonly Model[]): Model[] {
  const ids = new Set(own.map(({ id }) => id));
  return usable.filter(({ id }) => !ids.has(id));
}
