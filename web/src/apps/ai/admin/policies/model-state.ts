// What is said of a model that does not answer.
import { t } from '../i18n';
import { managesModels } from '../queries';
import type { NamedModel } from './model';

/** Empty for one that answers. Whoever does not see every model cannot tell a deleted one from another class's. */
export function stateOf({ enabled, isUnknown }: NamedModel): string {
  if (isUnknown) return managesModels.value ? t('policy.gone_word') : '';
  return enabled ? '' : t('badge.off');
}
