// What the member is told of experience: what a sign-in has brought, and a new level. Apart from queries.ts, because
// the widget of the first picture has nothing to tell yet.
import type { LevelInfo } from '@/api/types';
import { notify } from '@/core/notify';
import { queryClient } from '@/core/query';
import { toast } from '@/core/toast';
import { celebrate } from './celebrate';
import { LEVEL_KEY, LOG_KEY } from './queries';
import type { SignIn } from './types';
import { t } from './widgets/i18n';

/** Experience was given elsewhere; a new level is celebrated once, and only when it is news. */
export function raised(level: number, historical: boolean): void {
  const before = queryClient.getQueryData<LevelInfo>(LEVEL_KEY);
  void queryClient.invalidateQueries({ queryKey: LEVEL_KEY });
  void queryClient.invalidateQueries({ queryKey: LOG_KEY });
  if (historical || !before || !(level > before.level)) return;
  celebrate(level);
  notify({ title: t('up.title', { n: level }), app: 'level', priority: 'urgent', key: `level:${level}` });
}

/** Tells the member what a sign-in has brought. */
export function tell(result: SignIn): void {
  if (result.exp_gained === 0) {
    toast(t('sign.before'));
  } else if (result.leveled_up) {
    celebrate(result.level);
    const text = t('sign.gained', { n: result.exp_gained });
    notify({
      title: t('up.title', { n: result.level }),
      text,
      app: 'level',
      priority: 'urgent',
      key: `level:${result.level}`,
    });
  } else {
    const text = t('sign.streak', { n: result.streak });
    notify({ title: t('sign.gained', { n: result.exp_gained }), text, app: 'level' });
  }
}
