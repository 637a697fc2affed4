// The weather's view, widget and service.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'tianqi tq forecast rain air',
  widgets: [
    {
      id: 'weather-today',
      name: { zh: '天气', en: 'Weather' },
      component: () => import('./widgets/TodayWidget.vue'),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 2 },
    },
  ],
  descriptions: { 'weather-today': { zh: '现在的天气、今天的气温和降雨', en: 'Now, today’s temperatures and rain' } },
  samples: { 'weather-today': () => import('./sample') },
});
