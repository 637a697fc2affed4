// Prefers a model, and says so where that is not kept.
import { failureText } from '@/core/failure-text';
import { toast } from '@/core/toast';
import { t } from '../i18n';
import * as queries from '../state/queries';
import type { Model } from '../types';

export async function chooseModel({ id }: Model): Promise<void> {
  try {
    await queries.chooseModel(id);
  } catch (cause) {
    toast(t('picker.failed', { why: failureText(cause) }), { kind: 'error' });
  }
}
