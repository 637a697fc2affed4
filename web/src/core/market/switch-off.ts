// Switching an installed app off, from the window in which it fails. The desktop obeys the switch as it obeys any.
import { asFailure } from '@/api/failure';
import { api, send } from '@/api/client';
import { failureText } from '../failure-text';
import { toast } from '../toast';
import { t } from './i18n';

/** Switches an app off, for whom the member may. */
export async function switchOff(name: string, label: string): Promise<void> {
  try {
    await send(api.PUT('/api/system/app-control', { body: { app_name: name, enabled: false } }));
    toast(t('crash.off_done', { name: label }));
  } catch (cause) {
    toast(failureText(asFailure(cause)), { kind: 'error' });
  }
}
