// The announcements' view, service and widget.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'gonggao gg tongzhi zuoye homework notice',
  found: { announcements: (id) => id },
});
