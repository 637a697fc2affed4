// The announcements' view, service and widget.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  descriptions: {
    'announcements-latest': { zh: '置顶和最新的公告，还有几条未读', en: 'Pinned and newest, and how many are unread' },
  },
  samples: { 'announcements-latest': () => import('./sample') },
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'gonggao gg tongzhi zuoye homework notice announcements news',
  found: { announcement: (id) => id },
});
