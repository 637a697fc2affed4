// How a broadcast looks as a notice: for the desktop that shows it, and for the preview of whoever sends it.
import type { Emphasis } from '../notify';
import { t } from './i18n';

interface BroadcastLook {
  title: string;
  emphasis: Emphasis | undefined;
  /** The button that closes one with an emphasis. */
  acknowledgement: string;
}

/** The look of a broadcast of this priority; an unknown priority counts as a normal one. */
export function broadcastLook(priority: string, sender = ''): BroadcastLook {
  const emphasis = priority === 'important' || priority === 'urgent' ? priority : undefined;
  const title = t(emphasis ?? 'normal');
  return {
    title: sender ? t('from', { title, name: sender }) : title,
    emphasis,
    acknowledgement: t('acknowledgement'),
  };
}
