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
      component: () => import('./widgets/NowWidget.vue'),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 2 },
    },
  ],
});
