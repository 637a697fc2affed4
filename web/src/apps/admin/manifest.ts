// The console of those who run the class: admins of all classes, class admins, officers.
import { ShieldCheck } from '@lucide/vue';
import { defineApp, type AppCommand } from '@/core/apps';

const section = (path: string, zh: string, en: string, keywords: string): AppCommand => ({
  id: path,
  title: { zh, en },
  keywords,
  run: `#/app/admin/${path}`,
});

export default defineApp({
  name: 'admin',
  title: { zh: '管理', en: 'Admin' },
  icon: ShieldCheck,
  color: '#3b4a9c',
  category: 'system',
  // Behind the settings, which everybody needs: a phone's dock has room for five.
  order: 110,
  visibleRoles: ['admin', 'officer'],
  App: () => import('./App.vue'),
  keywords: 'guanli gl houtai admin console',
  layout: { mode: 'window', width: 1040, height: 640, minWidth: 360, minHeight: 420 },
  commands: [
    // Only what every officer may see: the search offers commands to all who see the app.
    section('logs', '操作日志', 'Operation log', 'rizhi rz'),
    section('health', '运行状况', 'Health', 'zhuangtai zt server'),
  ],
});
