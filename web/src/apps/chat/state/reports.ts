// What is told of reports while no window is open: whoever moderates hears of new ones, whoever has
// reported hears what came of it.
import { openAppPath } from '@/core/app-path';
import { subscribe, type Frame } from '@/core/live';
import { notify } from '@/core/notify';
import { t } from '../i18n';
import { moderates, refresh } from '../reports/queries';

/** Starts; answers what ends it. */
export function followReports(): () => void {
  const stops = [subscribe('chat_report_changed', changed), subscribe('reset', refresh)];
  return () => stops.forEach((stop) => stop());
}

function changed({ report_id, change, historical }: Frame<'chat_report_changed'>): void {
  refresh();
  if (historical === true) return;
  const isNew = change === 'opened';
  // Who settles one is told by the screen it is done on; colleagues see their list change.
  if (moderates.value !== isNew || (!isNew && change === 'reopened')) return;
  notify({
    title: t(isNew ? 'reports.notice_new' : 'reports.notice_settled'),
    text: t(isNew ? 'reports.notice_new_text' : 'reports.notice_settled_text'),
    app: 'chat',
    key: `chat-report:${report_id}:${change}`,
    action: { label: t('notice.open'), run: () => openAppPath('chat', isNew ? 'reports' : 'reports/own') },
  });
}
