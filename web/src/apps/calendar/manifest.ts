// Calendar: what the class and oneself have before them.
import { CalendarDays } from '@lucide/vue';
import { defineApp } from '@/core/apps';
import { afterFirstPicture } from '@/core/later';

export default defineApp({
  name: 'calendar',
  title: { zh: '日历', en: 'Calendar' },
  icon: CalendarDays,
  color: '#c02a4f',
  order: 27,
  layout: { mode: 'window', width: 1080, height: 760, minWidth: 340, minHeight: 420 },
  widgets: [
    {
      id: 'calendar-next',
      name: { zh: '接下来的日程', en: 'What comes next' },
      component: afterFirstPicture(() => import('./widgets/NextWidget.vue')),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 4 },
    },
  ],
});
