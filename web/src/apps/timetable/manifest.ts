// Timetable: which lessons there are, what is on now, and what is different today.
import { CalendarClock } from '@lucide/vue';
import { defineApp } from '@/core/apps';
import { afterFirstPicture } from '@/core/later';

export default defineApp({
  name: 'timetable',
  title: { zh: '课表', en: 'Timetable' },
  shortTitle: { zh: '课表', en: 'Lessons' },
  icon: CalendarClock,
  color: '#0b7285',
  order: 25,
  layout: { mode: 'window', width: 940, height: 800, minWidth: 340, minHeight: 420 },
  widgets: [
    {
      id: 'timetable-today',
      name: { zh: '今天的课', en: 'Today’s lessons' },
      component: afterFirstPicture(() => import('./widgets/TodayWidget.vue')),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 4 },
    },
  ],
});
