// The announcements' view, service and widget.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'gonggao gg tongzhi zuoye homework notice',
  found: { announcements: (id) => id },
  widgets: [
    {
      id: 'announcements-latest',
      name: { zh: '公告', en: 'Announcements' },
      description: { zh: '置顶和最新的公告，还有几条未读', en: 'Pinned and newest, and how many are unread' },
      component: () => import('./widgets/LatestWidget.vue'),
      defaultSize: { w: 2, h: 2 },
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 4 },
      configSchema: {
        fields: [
          {
            key: 'type',
            label: { zh: '显示', en: 'Show' },
            type: 'select',
            default: 'all',
            options: [
              { value: 'all', label: { zh: '全部', en: 'all' } },
              { value: 'notice', label: { zh: '仅通知', en: 'notices' } },
              { value: 'homework', label: { zh: '仅作业', en: 'homework' } },
            ],
          },
        ],
      },
    },
  ],
});
