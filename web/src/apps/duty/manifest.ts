// Duty: who cleans and tidies on which day, by rosters that turn with the school days.
import { Brush } from '@lucide/vue';
import { defineApp } from '@/core/apps';
import { afterFirstPicture } from '@/core/later';

export default defineApp({
  name: 'duty',
  title: { zh: '值日', en: 'Duty' },
  icon: Brush,
  color: '#0d7a53',
  order: 101,
  layout: { mode: 'window', width: 940, height: 780, minWidth: 340, minHeight: 420 },
  widgets: [
    {
      id: 'duty-today',
      name: { zh: '今天的值日', en: 'Today’s duty' },
      component: afterFirstPicture(() => import('./widgets/TodayWidget.vue')),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 3 },
    },
  ],
});
