// Timetable: which lessons there are, what is on now, and what is different today.
import { CalendarClock } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'timetable',
  title: { zh: '课表', en: 'Timetable' },
  shortTitle: { zh: '课表', en: 'Lessons' },
  icon: CalendarClock,
  color: '#0b7285',
  order: 101,
  layout: { mode: 'window', width: 940, height: 800, minWidth: 340, minHeight: 420 },
});
