// Calendar: what the class and oneself have before them.
import { CalendarDays } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'calendar',
  title: { zh: '日历', en: 'Calendar' },
  icon: CalendarDays,
  color: '#c02a4f',
  order: 103,
  layout: { mode: 'window', width: 1080, height: 760, minWidth: 340, minHeight: 420 },
});
