// Homework: what is due, what is done, and what is handed in.
import { BookOpenCheck } from '@lucide/vue';
import { defineApp } from '@/core/apps';
import { afterFirstPicture } from '@/core/later';

export default defineApp({
  name: 'homework',
  title: { zh: '作业', en: 'Homework' },
  icon: BookOpenCheck,
  color: '#4a6b1a',
  order: 22,
  layout: { mode: 'window', width: 1120, height: 780, minWidth: 340, minHeight: 420 },
  widgets: [
    {
      id: 'homework-left',
      name: { zh: '今晚的作业', en: 'Homework tonight' },
      component: afterFirstPicture(() => import('./widgets/LeftWidget.vue')),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 4 },
    },
  ],
});
