// The weather's view, widget and service.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'tianqi tq forecast rain air',
  descriptions: { 'weather-today': { zh: '现在的天气、今天的气温和降雨', en: 'Now, today’s temperatures and rain' } },
  samples: { 'weather-today': () => import('./sample') },
});
