// Weather: what it is now at school, what is coming, and what the offices warn of.
import { CloudSun } from '@lucide/vue';
import { defineApp } from '@/core/apps';
import { afterFirstPicture } from '@/core/later';

export default defineApp({
  name: 'weather',
  title: { zh: '天气', en: 'Weather' },
  icon: CloudSun,
  color: '#2f63d6',
  order: 104,
  layout: { mode: 'window', width: 760, height: 680, minWidth: 340, minHeight: 360 },
  widgets: [
    {
      id: 'weather-today',
      name: { zh: '天气', en: 'Weather' },
      component: afterFirstPicture(() => import('./widgets/TodayWidget.vue')),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 2 },
    },
  ],
});
