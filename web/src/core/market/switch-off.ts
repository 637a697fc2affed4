// Switching an installed app off, from the window in which it fails. The desktop obeys the switch as it obeys any.
import { asFailure } from '@/api/failure';
import { api, send } from '@/api/client';
import { failureText } from '../failure-text';
import { asOwnAct } from '../own-acts';
import { toast } from '../toast';
import { t } from './i18n';

/** Switches an app off, for whom the member may. */
export async function switchOff(name: string, label: string): Promise<void> {
  try {
    const body = { app_name: name, enabled: false };
    await asOwnAct(name, () => send(api.PUT('/api/system/app-control', { body })));
    toast(t('crash.off_done', { name: label }));
  } catch (cause) {
    toast(failureText(asFailure(cause)), { kind: 'error' });
  }
}
