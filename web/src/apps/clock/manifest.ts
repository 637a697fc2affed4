// The clock: a widget only, no window.
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'clock',
  title: { zh: '时钟', en: 'Clock' },
  category: 'hidden',
  widgets: [
    {
      id: 'clock-now',
      name: { zh: '时钟', en: 'Clock' },
      description: { zh: '现在的时间和日期', en: 'Time and date' },
      component: () => import('./widgets/NowWidget.vue'),
      defaultSize: { w: 2, h: 2 },
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 2 },
    },
  ],
});
