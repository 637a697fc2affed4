// The console of those who run the class: admins of all classes, class admins, officers.
import { ShieldCheck } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'admin',
  title: { zh: '管理', en: 'Admin' },
  icon: ShieldCheck,
  color: '#3b4a9c',
  category: 'system',
  // Behind the settings, which everybody needs: a phone's dock has room for five.
  order: 110,
  visibleRoles: ['admin', 'officer'],
  layout: { mode: 'window', width: 1040, height: 640, minWidth: 360, minHeight: 420 },
});
