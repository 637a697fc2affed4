// A right may be taken away while the console is open. The first refusal asks the server anew who
// one is; what is not allowed any more then leaves the screen, with a word about it.
import { onScopeDispose } from 'vue';
import { api, onFailure, send } from '@/api/client';
import { permissionsOf } from '@/core/roles';
import { updateUser, user } from '@/core/session';
import { toast } from '@/core/toast';
import { t } from './i18n';
import { tierOf, type Standing } from '@/core/admin/rights';

let watchers = 0;
let asking = false;

onFailure(({ status }, path) => {
  if (watchers > 0 && status === 403 && /^\/api\/(admin|cdn|system\/app-control)\b/.test(path)) void ask();
});

/** Keeps the shown rights true while the calling component lives. */
export function followRights(): void {
  watchers += 1;
  onScopeDispose(() => (watchers -= 1));
}

async function ask(): Promise<void> {
  if (asking || !user.value) return;
  asking = true;
  const before = rightsOf(user.value);
  try {
    const { user_info } = await send(api.GET('/api/auth/check-status'));
    updateUser(user_info);
    if (rightsOf(user_info) !== before) toast(t('rights.changed'), { ms: 8000 });
  } catch {
    // The refusal itself has been told; who one is will show at the next call.
  } finally {
    asking = false;
  }
}

function rightsOf(member: Standing): string {
  return [tierOf(member), ...permissionsOf(member).sort()].join(' ');
}
