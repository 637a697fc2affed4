// Settings: one's own profile, password, the look of this device, and what runs here.
import { Settings } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'settings',
  title: { zh: '设置', en: 'Settings' },
  icon: Settings,
  color: '#59647a',
  category: 'system',
  order: 100,
  layout: { mode: 'window', width: 640, height: 580, minWidth: 360, minHeight: 360 },
});
