// Announcements: notices and homework that a class is told and keeps.
import { Megaphone } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'announcements',
  title: { zh: '公告', en: 'Notices' },
  icon: Megaphone,
  color: '#a4530b',
  order: 20,
  layout: { mode: 'window', width: 640, height: 620, minWidth: 340, minHeight: 360 },
  widgets: [
    {
      id: 'announcements-latest',
      name: { zh: '公告', en: 'Notices' },
      component: () => import('./widgets/LatestWidget.vue'),
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
