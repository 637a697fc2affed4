// The console's view and its commands.
import { defineDetails, type AppCommand } from '@/core/apps';

const section = (path: string, zh: string, en: string, keywords: string): AppCommand => ({
  id: path,
  title: { zh, en },
  keywords,
  run: `#/app/admin/${path}`,
});

export default defineDetails({
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'guanli gl houtai admin console',
  commands: [
    // Only what every officer may see: the search offers commands to all who see the app.
    section('logs', '操作日志', 'Operation log', 'rizhi rz'),
    section('health', '运行状况', 'Health', 'zhuangtai zt server'),
  ],
});
